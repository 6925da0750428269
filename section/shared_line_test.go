package section

import "testing"

// Two headings can be on one line, where the format knows other ends of lines.
func TestSharedLine(t *testing.T) {
	src := []byte("A\v=\vB\v=\vC\v-\n\nD\n=\n")
	b, err := NewBuilder(src, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []Heading{
		{Level: 1, Start: 1, End: 1, Title: []byte("A")},
		{Level: 1, Start: 1, End: 1, Title: []byte("B")},
		{Level: 2, Start: 1, End: 1, Title: []byte("C")},
		{Level: 1, Start: 3, End: 4, Offset: 13, Title: []byte("D")},
	} {
		if err := b.Add(h); err != nil {
			t.Fatal(err)
		}
	}
	m := b.Map()
	for i, want := range []struct {
		end, after int
		text, own  string
	}{
		{1, 1, "A\v=\vB\v=\vC\v-", "A\v=\vB\v=\vC\v-"},
		{2, 3, "A\v=\vB\v=\vC\v-\n", "A\v=\vB\v=\vC\v-"},
		{2, 3, "A\v=\vB\v=\vC\v-\n", "A\v=\vB\v=\vC\v-\n"},
		{5, 4, "D\n=\n", "D\n=\n"},
	} {
		s := m.Sections[i]
		if s.End != want.end || string(m.Text(i)) != want.text || string(m.OwnText(i)) != want.own || m.after(i) != want.after {
			t.Errorf("%s: ends on line %d, text %q, own %q, after %d; want %+v", s.Title, s.End, m.Text(i), m.OwnText(i), m.after(i), want)
		}
	}
}
