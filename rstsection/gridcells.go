package rstsection

import "strings"

// A grid is a grid table whose cells are traced along their borders, from the upper
// left corner of each to the right, down, left and up again.
type grid struct {
	*tableText
	right, bottom int    // of the table
	corner        []bool // whether a cell begins at the place, line by line
	done          []int  // the last line of each column that is in a cell
}

// gridCells returns the cells of a grid table, none if it is malformed.
func (t *tableText) gridCells() []cell {
	width := len(t.lines[0])
	for _, l := range t.lines {
		if len(l) != width || l[width-1] != '+' && l[width-1] != '|' {
			return nil
		}
	}
	if !t.markHead() {
		return nil
	}
	g := &grid{tableText: t, right: width - 1, bottom: len(t.lines) - 1, corner: make([]bool, t.size), done: make([]int, width-1)}
	g.corner[0] = true
	for at, begins := range g.corner {
		if top, left := at/width, at%width; begins && top < g.bottom && left < g.right && top >= g.done[left] && !g.trace(top, left) {
			return nil
		}
	}
	return g.cells // which are all: each has left corners below it and beside it
}

// markHead replaces the border below the head by one of the others. There is one at
// most.
func (t *tableText) markHead() bool {
	found := false
	for _, l := range t.lines {
		if !isHeadBorder(string(l)) {
			continue
		}
		if found {
			return false
		}
		found = true
		for i, c := range l {
			if c == '=' {
				l[i] = '-'
			}
		}
	}
	return true
}

// isHeadBorder reports whether l is the border below the head of a grid table.
func isHeadBorder(l string) bool {
	return len(l) >= len("+===+") && strings.HasPrefix(l, "+=") && strings.HasSuffix(l, "=+") && strings.Trim(l, "+=") == ""
}

// trace adds the cell whose upper left corner is given, and marks those of its
// neighbors. It reports false if no cell begins there.
func (g *grid) trace(top, left int) bool {
	bottom, right, ok := g.traceRight(top, left)
	if !ok {
		return false
	}
	for i := left; i < right; i++ {
		if g.done[i] != top {
			return false
		}
		g.done[i] = bottom
	}
	width := g.right + 1
	g.corner[top*width+right], g.corner[bottom*width+left] = true, true
	g.addCell(top+1, left+1, bottom, right)
	return true
}

// traceRight finds the nearest upper right corner from which a way leads back.
func (g *grid) traceRight(top, left int) (bottom, right int, ok bool) {
	for right = left + 1; right <= g.right; right++ {
		g.work--
		switch g.lines[top][right] {
		case '-':
		case '+':
			if bottom, ok = g.traceDown(top, left, right); ok {
				return bottom, right, true
			}
		default:
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// traceDown finds the nearest lower right corner from which a way leads back.
func (g *grid) traceDown(top, left, right int) (bottom int, ok bool) {
	for bottom = top + 1; bottom <= g.bottom && g.work > 0; bottom++ {
		g.work--
		switch g.lines[bottom][right] {
		case '|':
		case '+':
			if g.closes(top, left, bottom, right) {
				return bottom, true
			}
		default:
			return 0, false
		}
	}
	return 0, false
}

// closes reports whether there are borders from the lower right corner to the left
// and up.
func (g *grid) closes(top, left, bottom, right int) bool {
	for i := right - 1; i > left; i-- {
		g.work--
		if c := g.lines[bottom][i]; c != '+' && c != '-' {
			return false
		}
	}
	if g.lines[bottom][left] != '+' {
		return false
	}
	for i := bottom - 1; i > top; i-- {
		g.work--
		if c := g.lines[i][left]; c != '+' && c != '|' {
			return false
		}
	}
	return true
}
