#!/usr/bin/env node
// Oracle for CSS outlines of any bytes, where postcss refuses most: the tokens are css-tree's, which follow
// CSS Syntax Module Level 3, the blocks are by the same rules as in css_oracle.js.
// needs: npm install css-tree@3   (run with NODE_PATH=<dir>/node_modules)
// usage: node css_tokens.js < list-of-files
// prints per file: {"file":..., "symbols":[[name,start,end],...], "error":null}
// Not the oracle's but rules of their own, which CSS Syntax leaves to the grammar:
//  - a prelude is what stands since the last block or ";"; inside its brackets ";", "{" and "}" mean nothing
//  - a closer that closes nothing is a token like any other inside a prelude; a "}" without a block is dropped
//  - a block that is never closed reaches to the last byte
//  - names have no white space here, since what is folded in broken strings is of no interest
'use strict';
const fs = require('fs');
const { tokenize, tokenTypes: T } = require('css-tree');

const closers = { [T.Function]: T.RightParenthesis, [T.LeftParenthesis]: T.RightParenthesis, [T.LeftSquareBracket]: T.RightSquareBracket, [T.LeftCurlyBracket]: T.RightCurlyBracket };

function outline(text) {
  const symbols = [], open = [];
  let prelude = [], nested = [];
  const line = at => text.slice(0, at).split('\n').length;
  const isProperty = () => prelude.length > 1 && prelude[0].type === T.Ident && prelude[0].text.startsWith('--') && prelude[1].type === T.Colon;
  const isAt = () => prelude.length > 0 && prelude[0].type === T.AtKeyword;

  function block(at) {
    const keyframes = isAt() && /keyframes$/i.test(prelude[0].text);
    let symbol = null;
    if (isAt() || !open.length || !open[open.length - 1].keyframes) {
      const name = prelude.map(t => t.text.replace(/[ \t\n\r\f]+/g, '')).join('');
      symbol = [name, line(prelude.length ? prelude[0].start : at), line(text.length - 1)];
      symbols.push(symbol);
    }
    open.push({ symbol, keyframes });
  }

  tokenize(text, (type, start, end) => {
    if (type === T.WhiteSpace || type === T.Comment) return;
    if (!nested.length) {
      if (type === T.LeftCurlyBracket && !isProperty()) { block(start); prelude = []; return; }
      if (type === T.RightCurlyBracket) {
        const b = open.pop();
        if (b && b.symbol) b.symbol[2] = line(start);
      }
      if (type === T.RightCurlyBracket || type === T.Semicolon) { prelude = []; return; }
      if ((type === T.CDO || type === T.CDC) && !open.length && !prelude.length) return;
    }
    if (closers[type]) nested.push(closers[type]);
    else if (nested.length && nested[nested.length - 1] === type) nested.pop();
    prelude.push({ type, start, text: text.slice(start, end) });
  });
  return symbols;
}

for (const file of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  process.stdout.write(JSON.stringify({ file, symbols: outline(fs.readFileSync(file, 'utf8')), error: null }) + '\n');
}
