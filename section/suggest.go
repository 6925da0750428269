package section

import (
	"cmp"
	"slices"
)

// MaxSuggestions is the most names that a [NotFoundError] suggests.
const MaxSuggestions = 50

// A rank orders close titles: the best is the least.
type rank struct {
	section int
	missing int // words of the name that are not in the title
	cost    int // of those that are
	more    int // words of the title that are not in the name
}

// suggest returns the names of sections that are close to name, the closest
// first, or, if there are none, the identifiers of the document; and whether
// there were more than MaxSuggestions. It takes time linear in all titles.
func (m *Map) suggest(name string) (names []string, truncated bool) {
	plain := newFolder()
	wanted := newPhrase(plain, name)
	names = []string{}
	var ranks []rank
	for i, title := range m.seen() {
		if r, ok := wanted.closeness(newPhrase(plain, title)); ok {
			r.section = i
			ranks = append(ranks, r)
		}
	}
	slices.SortStableFunc(ranks, func(a, b rank) int {
		return cmp.Or(a.missing-b.missing, a.cost-b.cost, a.more-b.more)
	})
	known := map[string]bool{}
	for _, r := range ranks {
		if title := m.Sections[r.section].Title; !known[title] {
			known[title] = true
			names = append(names, title)
		}
	}
	if len(names) == 0 {
		names = append(names, m.identifiers()...)
	}
	if len(names) > MaxSuggestions {
		return names[:MaxSuggestions:MaxSuggestions], true
	}
	return names, false
}
