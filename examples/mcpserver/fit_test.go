package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/section"
)

// wideFiles give answers that do not fit: texts that take many bytes for a
// character, and maps of long titles.
func wideFiles() map[string]string {
	titles := strings.Repeat("# "+strings.Repeat("<", 1000)+"\n", 100)
	return map[string]string{
		"hebrew.md":   "# Wide\n" + strings.Repeat("ש\u05b8לום ", 40_000),
		"chinese.md":  "# Wide\n" + strings.Repeat("中文", 80_000),
		"emoji.md":    "# Wide\n" + strings.Repeat("👩\u200d👩\u200d👧", 25_000),
		"controls.md": "# Wide\n" + strings.Repeat("\x01", 90_000),
		"markup.md":   "# Wide\n" + strings.Repeat("<b>\"&\"</b>\n", 20_000),
		"titles.md":   titles,
		"same.md":     strings.Repeat("# "+strings.Repeat("<", 500)+"\n", 60),
		"below.md":    "# Wide\n" + strings.ReplaceAll(titles, "# ", "## "),
		"many.md":     "# Wide\n" + strings.Repeat("## x\n", 7000),
	}
}

// Every answer fits as it is sent, uses what there is, and is not what the last
// net made of it.
func TestAnswersFit(t *testing.T) {
	files := wideFiles()
	dir := gittest.New(t, files)
	s := serving(t, dir)
	var log bytes.Buffer
	s.log = slog.New(slog.NewTextHandler(&log, nil))
	for file := range files {
		for _, rest := range []string{
			`"section":"Wide","max_chars":100000`,
			`"section":"Wide","max_chars":100000,"include_subsections":false`,
			`"section":"` + strings.Repeat("<", 500) + `"`,
			`"section":"none"`,
			`"section":"<<<<"`,
			`"whole_document":true,"max_chars":100000`,
			`"max_depth":1`,
			`"max_depth":2`,
		} {
			args := fmt.Sprintf(`{"path":%q,%s}`, file, rest)
			a := s.call(t.Context(), &sectionTool, json.RawMessage(args))
			if sent := len(marshal(a.text)); sent > maxAnswer || sent != a.size || sent != budget.Size(a.text) {
				t.Errorf("%.60s: %d bytes are sent, %d were counted", args, sent, a.size)
			}
			if a.code == "answer_too_large" || a.code == "section_too_large" || !json.Valid([]byte(a.text)) {
				t.Errorf("%.60s: %.200s", args, a.text)
			}
			if strings.Contains(a.text, `"byte_budget"`) && a.size < maxAnswer-200 {
				t.Errorf("%.60s: shortened to %d bytes", args, a.size)
			}
		}
	}
	if strings.Contains(log.String(), "not fitted") {
		t.Error("the last net caught an answer")
	}
}

// The pages of a section that does not fit are its text when they are joined, and
// one that fits says nothing of the budget.
func TestPagesFit(t *testing.T) {
	files := wideFiles()
	s := serving(t, gittest.New(t, files))
	for _, file := range []string{"hebrew.md", "chinese.md", "emoji.md", "controls.md", "markup.md", "below.md", "many.md"} {
		var joined strings.Builder
		for offset, more := 0, true; more; {
			a := s.call(t.Context(), &sectionTool, json.RawMessage(fmt.Sprintf(`{"path":%q,"section":"wide","max_chars":100000,"offset":%d}`, file, offset)))
			var page section.SectionPage
			if err := json.Unmarshal([]byte(a.text), &page); err != nil || page.Mode != "section" {
				t.Fatalf("%s: %v: %.200s", file, err, a.text)
			}
			if page.Truncated && page.NextOffset <= offset {
				t.Fatalf("%s: offset %d is followed by %d", file, offset, page.NextOffset)
			}
			if page.TruncationReason != "" && !page.Truncated {
				t.Errorf("%s: a whole page says %q", file, page.TruncationReason)
			}
			joined.WriteString(page.Content)
			offset, more = page.NextOffset, page.Truncated
		}
		if joined.String() != files[file] {
			t.Errorf("%s: %d bytes are not the %d of the file", file, joined.Len(), len(files[file]))
		}
	}
}

// The net that no tool needs: what it makes of an answer that was not fitted.
func TestNet(t *testing.T) {
	s := serving(t, gittest.New(t, map[string]string{"a.md": "# A\n"}))
	text := strings.Repeat("x", maxAnswer)
	a := s.answer(place{Repo: "docs"}, struct {
		Text string `json:"text"`
	}{text}, nil)
	want := fmt.Sprintf(`{"ok":false,"repo":"docs","error":"answer_too_large","bytes":%d,"max":256000,"hint":%q}`,
		budget.Size(`{"ok":true,"repo":"docs","text":"`+text+`"}`), hints["answer_too_large"])
	if a.text != want {
		t.Errorf("got %s\nwant %s", a.text, want)
	}
}
