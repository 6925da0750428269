#!/usr/bin/env node
// Oracle for the tags of HTML of any bytes: the tokens are parse5's, not its tree, so that nothing is moved, implied
// or dropped. No foreign elements, no Jinja.
// needs: npm install parse5@8   (run with NODE_PATH=<dir>/node_modules)
// usage: node html_tokens.js < list-of-files
// prints per file: {"file":..., "symbols":[[name,start,end],...], "error":null}
// Rules: as in html_oracle.js; an end tag closes the last open element of its name.
'use strict';
const fs = require('fs');
const { Tokenizer, TokenizerMode: M } = require('parse5');

const VOID = new Set('area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr'.split(' '));

function outline(src) {
  const RAW = { script: M.SCRIPT_DATA, style: M.RAWTEXT, xmp: M.RAWTEXT, iframe: M.RAWTEXT, noembed: M.RAWTEXT, noframes: M.RAWTEXT, textarea: M.RCDATA, title: M.RCDATA, plaintext: M.PLAINTEXT };
  const symbols = [], open = {};
  const line = at => src.slice(0, at).split('\n').length;
  const last = line(src.length - 1);
  const none = () => {};
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, {
    onStartTag(t) {
      const { startOffset, endOffset } = t.location;
      const attribute = t.attrs.find(a => a.name === 'id');
      const id = attribute ? attribute.value.split(/[ \t\n\f\r]+/).filter(Boolean).join(' ') : '';
      let symbol = null;
      if (id || t.tagName === 'script' || t.tagName === 'style') {
        symbol = [t.tagName + (id ? '#' + id : ''), line(startOffset), last];
        symbols.push(symbol);
      }
      if (VOID.has(t.tagName)) {
        if (symbol) symbol[2] = line(endOffset - 1);
      } else (open[t.tagName] = open[t.tagName] || []).push(symbol);
      if (RAW[t.tagName] !== undefined) tokenizer.state = RAW[t.tagName];
    },
    onEndTag(t) {
      const symbol = (open[t.tagName] || []).pop();
      if (symbol) symbol[2] = line(t.location.endOffset - 1);
    },
    onComment: none, onDoctype: none, onEof: none, onCharacter: none, onNullCharacter: none, onWhitespaceCharacter: none,
  });
  tokenizer.write(src, true);
  return symbols;
}

for (const file of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  process.stdout.write(JSON.stringify({ file, symbols: outline(fs.readFileSync(file, 'utf8')), error: null }) + '\n');
}
