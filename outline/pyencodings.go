package outline

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/korean"
)

// A pyCodec is one of CPython's codecs that extend ASCII. It is found by the name of
// its module, written in one way only, and by aliases, in which a point may
// stand for an underscore.
type pyCodec struct {
	module  string
	aliases string
	decode  func(src []byte) (text []byte, ok bool) // it refuses bytes without a meaning
}

// pyCodecs has UTF-8, ASCII and the encodings that golang.org/x/text reads as CPython
// does, byte for byte.
var pyCodecs = []pyCodec{
	{"utf_8", "cp65001 u8 utf utf8 utf8_ucs2 utf8_ucs4", pyCheckUTF8},
	{"utf_8_sig", "", pyCheckUTF8},
	{"ascii", "646 ansi_x3.4_1968 ansi_x3_4_1968 ansi_x3.4_1986 cp367 csascii ibm367 iso646_us iso_646.irv_1991 iso_ir_6 us us_ascii", pyCheckASCII},
	{"charmap", "", pySingleBytes(charmap.ISO8859_1)},
	{"cp1250", "1250 windows_1250", pySingleBytes(charmap.Windows1250)},
	{"cp1251", "1251 windows_1251", pySingleBytes(charmap.Windows1251)},
	{"cp1252", "1252 windows_1252", pySingleBytes(charmap.Windows1252)},
	{"cp1253", "1253 windows_1253", pySingleBytes(charmap.Windows1253)},
	{"cp1254", "1254 windows_1254", pySingleBytes(charmap.Windows1254)},
	{"cp1256", "1256 windows_1256", pySingleBytes(charmap.Windows1256)},
	{"cp1257", "1257 windows_1257", pySingleBytes(charmap.Windows1257)},
	{"cp1258", "1258 windows_1258", pySingleBytes(charmap.Windows1258)},
	{"cp874", "874 ms874 windows_874", pySingleBytes(charmap.Windows874)},
	{"cp437", "437 cspc8codepage437 ibm437", pySingleBytes(charmap.CodePage437)},
	{"cp850", "850 cspc850multilingual ibm850", pySingleBytes(charmap.CodePage850)},
	{"cp852", "852 cspcp852 ibm852", pySingleBytes(charmap.CodePage852)},
	{"cp855", "855 csibm855 ibm855", pySingleBytes(charmap.CodePage855)},
	{"cp858", "858 csibm858 ibm858", pySingleBytes(charmap.CodePage858)},
	{"cp860", "860 csibm860 ibm860", pySingleBytes(charmap.CodePage860)},
	{"cp862", "862 cspc862latinhebrew ibm862", pySingleBytes(charmap.CodePage862)},
	{"cp863", "863 csibm863 ibm863", pySingleBytes(charmap.CodePage863)},
	{"cp865", "865 csibm865 ibm865", pySingleBytes(charmap.CodePage865)},
	{"cp866", "866 csibm866 ibm866", pySingleBytes(charmap.CodePage866)},
	{"iso8859_2", "csisolatin2 iso_8859_2 iso_8859_2_1987 iso_ir_101 l2 latin2", pySingleBytes(charmap.ISO8859_2)},
	{"iso8859_3", "csisolatin3 iso_8859_3 iso_8859_3_1988 iso_ir_109 l3 latin3", pySingleBytes(charmap.ISO8859_3)},
	{"iso8859_4", "csisolatin4 iso_8859_4 iso_8859_4_1988 iso_ir_110 l4 latin4", pySingleBytes(charmap.ISO8859_4)},
	{"iso8859_5", "csisolatincyrillic cyrillic iso_8859_5 iso_8859_5_1988 iso_ir_144", pySingleBytes(charmap.ISO8859_5)},
	{"iso8859_6", "arabic asmo_708 csisolatinarabic ecma_114 iso_8859_6 iso_8859_6_1987 iso_ir_127", pySingleBytes(charmap.ISO8859_6)},
	{"iso8859_7", "csisolatingreek ecma_118 elot_928 greek greek8 iso_8859_7 iso_8859_7_1987 iso_ir_126", pySingleBytes(charmap.ISO8859_7)},
	{"iso8859_8", "csisolatinhebrew hebrew iso_8859_8 iso_8859_8_1988 iso_8859_8_e iso_8859_8_i iso_ir_138", pySingleBytes(charmap.ISO8859_8)},
	{"iso8859_9", "csisolatin5 iso_8859_9 iso_8859_9_1989 iso_ir_148 l5 latin5", pySingleBytes(charmap.ISO8859_9)},
	{"iso8859_10", "csisolatin6 iso_8859_10 iso_8859_10_1992 iso_ir_157 l6 latin6", pySingleBytes(charmap.ISO8859_10)},
	{"iso8859_13", "iso_8859_13 l7 latin7", pySingleBytes(charmap.ISO8859_13)},
	{"iso8859_14", "iso_8859_14 iso_8859_14_1998 iso_celtic iso_ir_199 l8 latin8", pySingleBytes(charmap.ISO8859_14)},
	{"iso8859_15", "iso_8859_15 l9 latin9", pySingleBytes(charmap.ISO8859_15)},
	{"iso8859_16", "iso_8859_16 iso_8859_16_2001 iso_ir_226 l10 latin10", pySingleBytes(charmap.ISO8859_16)},
	{"latin_1", "8859 cp819 csisolatin1 ibm819 iso8859 iso8859_1 iso_8859_1 iso_8859_1_1987 iso_ir_100 l1 latin latin1", pySingleBytes(charmap.ISO8859_1)},
	{"koi8_r", "cskoi8r", pySingleBytes(charmap.KOI8R)},
	{"mac_cyrillic", "maccyrillic", pySingleBytes(charmap.MacintoshCyrillic)},
	{"mac_roman", "macintosh macroman", pySingleBytes(charmap.Macintosh)},
	{"cp949", "949 ms949 uhc", pyDecodeKorean},
}

// pyFindCodec returns the codec of a name as pyEncodingName writes it, nil if there
// is none here.
func pyFindCodec(name string) *pyCodec {
	alias := strings.ReplaceAll(name, ".", "_")
	for i := range pyCodecs {
		c := &pyCodecs[i]
		aliases := strings.Fields(c.aliases)
		if c.module == name || slices.Contains(aliases, name) || slices.Contains(aliases, alias) {
			return c
		}
	}
	return nil
}

func pyCheckUTF8(src []byte) (text []byte, ok bool) { return src, utf8.Valid(src) }

func pyCheckASCII(src []byte) (text []byte, ok bool) { return src, pyIsASCII(src) }

// pySingleBytes decodes by a table. The encodings of ISO 8859 have the control
// characters 0x80 to 0x9f in CPython, but not all of them in package charmap.
func pySingleBytes(table *charmap.Charmap) func(src []byte) ([]byte, bool) {
	controls := strings.HasPrefix(table.String(), "ISO 8859-")
	return func(src []byte) (text []byte, ok bool) {
		text = make([]byte, 0, len(src)+len(src)/8)
		for _, b := range src {
			r := table.DecodeByte(b)
			if r == utf8.RuneError {
				if b >= 0xa0 || !controls {
					return nil, false
				}
				r = rune(b)
			}
			text = utf8.AppendRune(text, r)
		}
		return text, true
	}
}

// pyDecodeKorean decodes the extended EUC-KR of Windows.
func pyDecodeKorean(src []byte) (text []byte, ok bool) {
	text, err := korean.EUCKR.NewDecoder().Bytes(src)
	return text, err == nil && !strings.ContainsRune(string(text), utf8.RuneError)
}
