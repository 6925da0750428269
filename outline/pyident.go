package outline

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// pyIsIdentifier reports whether text is one by the Unicode properties XID_Start
// and XID_Continue, as str.isidentifier does.
func pyIsIdentifier(text []byte) bool {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if i == 0 && !pyIsXIDStart(r) || !pyIsXIDContinue(r) {
			return false
		}
		i += size
	}
	return true
}

func pyIsXIDStart(r rune) bool {
	if r < utf8.RuneSelf {
		return pyClasses[r] == pyLetter
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start, pyNewerXIDStart) && !unicode.Is(pyNotXIDStart, r)
}

func pyIsXIDContinue(r rune) bool {
	if r < utf8.RuneSelf {
		return pyClasses[r] <= pyDigit
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc,
		unicode.Other_ID_Start, unicode.Other_ID_Continue, pyNewerXIDStart, pyNewerXIDContinue) && !unicode.Is(pyNotXIDContinue, r)
}

// pyNameText returns a name in the form NFKC, in which CPython keeps it.
func pyNameText(text []byte, ascii bool) string {
	if ascii {
		return string(text)
	}
	return pyNFKC(text)
}

// pyIsConstant reports whether a name is True, False or None in the form NFKC only:
// a keyword it is not, and a name can not be called so.
func pyIsConstant(text []byte) bool {
	if len(text) > len("False")*utf8.UTFMax || norm.NFKC.IsNormal(text) {
		return false
	}
	switch pyNFKC(text) {
	case "True", "False", "None":
		return true
	}
	return false
}
