package outline_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/mapwright/mapwright/outline"
)

func ExampleScan() {
	symbols, err := outline.Scan("Shape.PY", []byte("class Shape:\n    def area(self):\n        return 0\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range symbols {
		fmt.Println(s.Start, s.End, s.Kind, s.Name)
	}
	_, err = outline.Scan("shape.c", []byte("int area;\n"))
	fmt.Println(err, errors.Is(err, outline.UnsupportedLanguage))
	// Output:
	// 1 3 class Shape
	// 2 3 method Shape.area
	// unsupported_language true
}

func ExampleFilter() {
	symbols, err := outline.CSS([]byte(".Menu { }\n#menu a { }\nfooter { }\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for s := range outline.Filter(symbols, "MENU") {
		fmt.Println(s.Start, s.Name)
	}
	// Output:
	// 1 .Menu
	// 2 #menu a
}

// A set of scanners takes further suffixes: here that of files which hold a name
// on each line.
func ExampleDefault() {
	scanners := outline.Default()
	scanners[".names"] = func(src []byte) (symbols []outline.Symbol, err error) {
		number := 0
		for line := range bytes.Lines(src) {
			number++
			if name := string(bytes.TrimSpace(line)); name != "" {
				symbols = append(symbols, outline.Symbol{Name: name, Kind: outline.Block, Start: number, End: number})
			}
		}
		return symbols, nil
	}
	symbols, err := scanners.Scan("team.names", []byte("Ann\n\nBob\n"))
	fmt.Println(symbols, err)
	// Output: [{Ann block 1 1} {Bob block 3 3}] <nil>
}

// A set need not have all scanners, and the zero set has none.
func ExampleScanners_Scan() {
	scripts := outline.Scanners{".js": outline.JavaScript}
	symbols, err := scripts.Scan("app.js", []byte("function start() {}\n"))
	fmt.Println(symbols, err)
	_, err = scripts.Scan("app.css", nil)
	fmt.Println(err)
	// Output:
	// [{start function 1 1}] <nil>
	// unsupported_language
}

func ExampleRST() {
	symbols, err := outline.RST([]byte(strings.Join([]string{
		"Guide", "=====", "",
		".. _setup:", "",
		"Install", "-------", "",
		"text", "",
	}, "\n")))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range symbols {
		fmt.Println(s.Start, s.End, s.Kind, s.Name)
	}
	// Output:
	// 1 10 heading Guide
	// 4 4 target _setup
	// 6 10 heading Guide.Install
}
