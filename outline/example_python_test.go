package outline_test

import (
	"errors"
	"fmt"

	"github.com/mapwright/mapwright/outline"
)

func ExamplePython() {
	symbols, err := outline.Python([]byte(`
class Shape:
    @property
    def area(self):
        return 0


try:
    import fast
except ImportError:
    def fast(): pass
`))
	if err != nil {
		fmt.Println(err)
	}
	for _, s := range symbols {
		fmt.Printf("%d-%d %s %s\n", s.Start, s.End, s.Kind, s.Name)
	}

	_, err = outline.Python([]byte("def f():\nreturn 1\n"))
	if none, ok := errors.AsType[*outline.NoOutline](err); ok {
		fmt.Println(none.Reason, none.ErrorType, none.Line)
	}
	// Output:
	// 2-5 class Shape
	// 3-5 method Shape.area
	// 11-11 function fast
	// parse_error IndentationError 2
}
