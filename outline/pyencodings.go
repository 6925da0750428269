package outline

import "golang.org/x/text/encoding/charmap"

// The names under which CPython finds its codecs, as pyEncodingName writes them.
var (
	pyASCIINames = pyNames("646 ansi_x3_4_1968 ansi_x3_4_1986 ascii cp367 csascii ibm367 iso646_us iso_646_irv_1991 iso_ir_6 us us_ascii")
	pyUTF8Names  = pyNames("cp65001 u8 utf utf8 utf8_ucs2 utf8_ucs4 utf_8 utf_8_sig")
)

// pyCharmaps has the codecs of CPython that map each byte as package charmap does.
var pyCharmaps = []struct {
	table *charmap.Charmap
	names string
}{
	{charmap.Windows1250, "1250 cp1250 windows_1250"},
	{charmap.Windows1251, "1251 cp1251 windows_1251"},
	{charmap.Windows1252, "1252 cp1252 windows_1252"},
	{charmap.Windows1253, "1253 cp1253 windows_1253"},
	{charmap.Windows1254, "1254 cp1254 windows_1254"},
	{charmap.Windows1256, "1256 cp1256 windows_1256"},
	{charmap.Windows1257, "1257 cp1257 windows_1257"},
	{charmap.Windows1258, "1258 cp1258 windows_1258"},
	{charmap.Windows874, "cp874"},
	{charmap.CodePage437, "437 cp437 cspc8codepage437 ibm437"},
	{charmap.CodePage850, "850 cp850 cspc850multilingual ibm850"},
	{charmap.CodePage852, "852 cp852 cspcp852 ibm852"},
	{charmap.CodePage855, "855 cp855 csibm855 ibm855"},
	{charmap.CodePage858, "858 cp858 csibm858 ibm858"},
	{charmap.CodePage860, "860 cp860 csibm860 ibm860"},
	{charmap.CodePage862, "862 cp862 cspc862latinhebrew ibm862"},
	{charmap.CodePage863, "863 cp863 csibm863 ibm863"},
	{charmap.CodePage865, "865 cp865 csibm865 ibm865"},
	{charmap.CodePage866, "866 cp866 csibm866 ibm866"},
	{charmap.ISO8859_2, "csisolatin2 iso8859_2 iso_8859_2 iso_8859_2_1987 iso_ir_101 l2 latin2"},
	{charmap.ISO8859_3, "csisolatin3 iso8859_3 iso_8859_3 iso_8859_3_1988 iso_ir_109 l3 latin3"},
	{charmap.ISO8859_4, "csisolatin4 iso8859_4 iso_8859_4 iso_8859_4_1988 iso_ir_110 l4 latin4"},
	{charmap.ISO8859_5, "csisolatincyrillic cyrillic iso8859_5 iso_8859_5 iso_8859_5_1988 iso_ir_144"},
	{charmap.ISO8859_6, "arabic asmo_708 csisolatinarabic ecma_114 iso8859_6 iso_8859_6 iso_8859_6_1987 iso_ir_127"},
	{charmap.ISO8859_7, "csisolatingreek ecma_118 elot_928 greek greek8 iso8859_7 iso_8859_7 iso_8859_7_1987 iso_ir_126"},
	{charmap.ISO8859_8, "csisolatinhebrew hebrew iso8859_8 iso_8859_8 iso_8859_8_1988 iso_ir_138"},
	{charmap.ISO8859_9, "csisolatin5 iso8859_9 iso_8859_9 iso_8859_9_1989 iso_ir_148 l5 latin5"},
	{charmap.ISO8859_10, "csisolatin6 iso8859_10 iso_8859_10 iso_8859_10_1992 iso_ir_157 l6 latin6"},
	{charmap.ISO8859_13, "iso8859_13 iso_8859_13 l7 latin7"},
	{charmap.ISO8859_14, "iso8859_14 iso_8859_14 iso_8859_14_1998 iso_celtic iso_ir_199 l8 latin8"},
	{charmap.ISO8859_15, "iso8859_15 iso_8859_15 l9 latin9"},
	{charmap.ISO8859_16, "iso8859_16 iso_8859_16 iso_8859_16_2001 iso_ir_226 l10 latin10"},
	{charmap.ISO8859_1, "8859 cp819 csisolatin1 ibm819 iso8859 iso8859_1 iso_8859_1 iso_8859_1_1987 iso_ir_100 l1 latin latin1 latin_1"},
	{charmap.KOI8R, "cskoi8r koi8_r"},
	{charmap.MacintoshCyrillic, "mac_cyrillic maccyrillic"},
	{charmap.Macintosh, "mac_roman macintosh macroman"},
}
