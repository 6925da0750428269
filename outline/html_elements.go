package outline

import (
	"cmp"
	"slices"
)

// htmlElements holds the open elements, a stack for each name, and understands
// branches.
//
// What happens to the stacks inside a condition is logged. At the start of
// another branch it is undone, so that each branch starts with the same
// elements. At the end of the condition an element is closed if a branch has
// closed it, and the elements that the branches have opened and left open lie
// on the stack side by side: what the first branch has opened first with what
// the others have opened first, and so on. They are closed by one end tag.
type htmlElements struct {
	names  map[string]int
	stacks [][]int // by the index in names: entries, or htmlNoID
	marks  []htmlMark
	log    []htmlChange
	frames []htmlCondition
	deeper int // conditions inside the innermost frame that are not followed

	entries []htmlEntry
}

// htmlNoID stands on a stack for an element whose end nobody asks for.
const htmlNoID = -1

// An htmlEntry is an element with a symbol, or a pair of entries that lie side
// by side.
type htmlEntry struct {
	symbol int // -1 for a pair
	pair   int // the pair that it is part of, or -1; that comes later in entries
	end    int // the line of the last end tag, zero if none
}

// An htmlChange is one change of a stack.
type htmlChange struct {
	name   int
	opened bool
	entry  int
}

// htmlMaxDepth is how deep conditions are followed. Inside that, tags count as
// if there were none. Each level costs time for everything that is inside it.
const htmlMaxDepth = 64

// An htmlCondition is a condition that is open.
type htmlCondition struct {
	start    int // in the log, of the branch that is open
	branches []htmlBranch
}

// An htmlBranch is what a branch has done to one stack.
type htmlBranch struct {
	name   int
	kept   int // how many of the entries before it are still open
	opened []int
}

// An htmlMark is the height of a stack while a branch is read backwards.
type htmlMark struct {
	seen         bool
	height, kept int
}

// open puts an element on the stack of its name, with its symbol or htmlNoID.
func (e *htmlElements) open(name []byte, symbol int) {
	i, ok := e.names[string(name)]
	if !ok {
		if e.names == nil {
			e.names = make(map[string]int, 32)
			e.stacks = make([][]int, 0, 32)
		}
		i = len(e.stacks)
		e.names[string(name)] = i
		e.stacks = append(roomy(e.stacks), make([]int, 0, 4))
		e.marks = append(roomy(e.marks), htmlMark{})
	}
	entry := htmlNoID
	if symbol >= 0 {
		entry = len(e.entries)
		e.entries = append(roomy(e.entries), htmlEntry{symbol: symbol, pair: -1})
	}
	e.push(i, entry)
}

// close ends the last element of a name, if one is open, at an offset.
func (e *htmlElements) close(name []byte, lines *webLines, at int) {
	i, ok := e.names[string(name)]
	if !ok || len(e.stacks[i]) == 0 {
		return
	}
	if entry := e.pop(i); entry != htmlNoID {
		e.entries[entry].end = lines.at(at)
	}
}

// setEnds tells the symbols of elements where they end. What has been closed
// more than once, in branches, ends with the last end tag.
func (e *htmlElements) setEnds(symbols []Symbol) {
	for i := len(e.entries) - 1; i >= 0; i-- {
		entry := &e.entries[i]
		if entry.pair >= 0 {
			entry.end = max(entry.end, e.entries[entry.pair].end)
		}
		if entry.symbol >= 0 && entry.end > 0 {
			symbols[entry.symbol].End = entry.end
		}
	}
}

func (e *htmlElements) push(name, entry int) {
	e.stacks[name] = append(roomy(e.stacks[name]), entry)
	e.record(htmlChange{name, true, entry})
}

func (e *htmlElements) pop(name int) (entry int) {
	stack := e.stacks[name]
	entry = stack[len(stack)-1]
	e.stacks[name] = stack[:len(stack)-1]
	e.record(htmlChange{name, false, entry})
	return entry
}

// record logs a change that may have to be undone.
func (e *htmlElements) record(c htmlChange) {
	if len(e.frames) > 0 {
		e.log = append(roomy(e.log), c)
	}
}

// startCondition opens a condition with its first branch.
func (e *htmlElements) startCondition() {
	if len(e.frames) == htmlMaxDepth {
		e.deeper++
		return
	}
	e.frames = append(e.frames, htmlCondition{start: len(e.log)})
}

// nextBranch ends a branch of the innermost condition and opens another.
func (e *htmlElements) nextBranch() {
	if len(e.frames) == 0 || e.deeper > 0 {
		return
	}
	f := &e.frames[len(e.frames)-1]
	f.branches = e.branch(f.branches, f.start)
}

// endCondition ends the innermost condition. One with a single branch has
// changed the stacks already.
func (e *htmlElements) endCondition() {
	switch {
	case len(e.frames) == 0:
		return
	case e.deeper > 0:
		e.deeper--
		return
	}
	last := len(e.frames) - 1
	f := e.frames[last]
	if len(f.branches) > 0 {
		f.branches = e.branch(f.branches, f.start)
	}
	e.frames = e.frames[:last]
	if last == 0 {
		e.log = e.log[:0]
	}
	e.merge(f.branches)
}

// branch adds to branches what the changes since start in the log have done, and
// undoes them.
func (e *htmlElements) branch(branches []htmlBranch, start int) []htmlBranch {
	changes := e.log[start:]
	before := len(branches)
	for i := len(changes) - 1; i >= 0; i-- {
		m := &e.marks[changes[i].name]
		if !m.seen {
			height := len(e.stacks[changes[i].name])
			*m = htmlMark{true, height, height}
			branches = append(roomy(branches), htmlBranch{name: changes[i].name})
		}
		if changes[i].opened {
			m.height--
		} else {
			m.height++
		}
		m.kept = min(m.kept, m.height)
	}
	for i := range branches[before:] {
		b := &branches[before+i]
		b.kept = e.marks[b.name].kept
		b.opened = append(b.opened, e.stacks[b.name][b.kept:]...)
		e.marks[b.name].seen = false
	}
	e.undo(changes)
	e.log = e.log[:start]
	return branches
}

// undo takes changes back, the last one first.
func (e *htmlElements) undo(changes []htmlChange) {
	for i := len(changes) - 1; i >= 0; i-- {
		c := changes[i]
		stack := e.stacks[c.name]
		if c.opened {
			e.stacks[c.name] = stack[:len(stack)-1]
		} else {
			e.stacks[c.name] = append(stack, c.entry)
		}
	}
}

// merge changes the stacks as all branches together have done.
func (e *htmlElements) merge(branches []htmlBranch) {
	slices.SortStableFunc(branches, func(a, b htmlBranch) int { return cmp.Compare(a.name, b.name) })
	for len(branches) > 0 {
		n := 1
		for n < len(branches) && branches[n].name == branches[0].name {
			n++
		}
		e.mergeStack(branches[:n])
		branches = branches[n:]
	}
}

// mergeStack merges what branches have done to one stack.
func (e *htmlElements) mergeStack(branches []htmlBranch) {
	name, kept, opened := branches[0].name, branches[0].kept, branches[0].opened
	for _, b := range branches[1:] {
		kept = min(kept, b.kept)
		for i, entry := range b.opened {
			if i == len(opened) {
				opened = append(opened, b.opened[i:]...)
				break
			}
			opened[i] = e.pair(opened[i], entry)
		}
	}
	for len(e.stacks[name]) > kept {
		e.pop(name)
	}
	for _, entry := range opened {
		e.push(name, entry)
	}
}

// pair makes one entry of two.
func (e *htmlElements) pair(a, b int) int {
	if a == htmlNoID || b == htmlNoID {
		return max(a, b)
	}
	pair := len(e.entries)
	e.entries = append(roomy(e.entries), htmlEntry{symbol: -1, pair: -1})
	e.entries[a].pair, e.entries[b].pair = pair, pair
	return pair
}

// branches follows the conditions that start and end before an offset.
func (s *htmlScanner) branches(at int) {
	for len(s.ahead) > 0 && s.ahead[0].start < at {
		t := s.ahead[0]
		s.ahead = s.ahead[1:]
		switch t.word {
		case jinjaIf:
			s.elements.startCondition()
		case jinjaElse:
			s.elements.nextBranch()
		case jinjaEndIf:
			s.elements.endCondition()
		}
	}
}
