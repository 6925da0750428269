package rstsection

// The reasons in Map.Dropped, docutils' words for its errors.
const (
	// LevelInconsistent: the title's style asks for a level more than one below
	// the open section.
	LevelInconsistent = "Title level inconsistent"
	// InvalidMarker: two adornment lines, of which the first is neither a
	// transition nor an overline.
	InvalidMarker = "Invalid section title or transition marker"
	// IncompleteTitle: the document ends behind an overline and a title.
	IncompleteTitle = "Incomplete section title"
	// MissingUnderline: the second line below an overline is no adornment.
	MissingUnderline = "Missing matching underline for section title overline"
	// Mismatch: the underline is not the same as the overline.
	Mismatch = "Title overline & underline mismatch"
	// MalformedTable: a simple table without a border at its end, or with one of
	// another length. Titles inside it are lost.
	MalformedTable = "Malformed table"
)
