package section_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/rangetable"

	"github.com/mapwright/mapwright/section"
)

func ExampleAnchors() {
	var anchors section.Anchors
	for _, title := range []string{"Install", "What's new?", "Install"} {
		fmt.Println(anchors.Next(title))
	}
	// Output:
	// install
	// whats-new
	// install-1
}

// missing skips a test that lacks something it does not bring along. CI sets
// ORACLES=require, so that it cannot pass by skipping.
func missing(t *testing.T, why error) {
	t.Helper()
	if os.Getenv("ORACLES") == "require" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// slugger runs github-slugger over lists of titles, each list as the headings
// of one document.
func slugger(t *testing.T, documents [][]string) [][]string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		missing(t, err)
	}
	modules := os.Getenv("MAPWRIGHT_NPM")
	if _, err := os.Stat(filepath.Join(modules, "node_modules", "github-slugger")); err != nil {
		missing(t, fmt.Errorf("github-slugger in MAPWRIGHT_NPM: %w", err))
	}
	in, err := json.Marshal(documents)
	if err != nil {
		t.Fatal(err)
	}
	script := `
		import Slugger from 'github-slugger'
		import {readFileSync} from 'node:fs'
		const slugs = JSON.parse(readFileSync(0, 'utf8')).map(titles => {
			const slugger = new Slugger()
			return titles.map(title => slugger.slug(title))
		})
		process.stdout.write(JSON.stringify(slugs))`
	cmd := exec.Command(node, "--input-type=module", "-e", script)
	cmd.Dir, cmd.Stdin, cmd.Stderr = modules, bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var slugs [][]string
	if err := json.Unmarshal(out, &slugs); err != nil {
		t.Fatal(err)
	}
	return slugs
}

// ours returns what slugger does.
func ours(documents [][]string) [][]string {
	slugs := make([][]string, len(documents))
	for i, titles := range documents {
		var anchors section.Anchors
		for _, title := range titles {
			slugs[i] = append(slugs[i], anchors.Next(title))
		}
	}
	return slugs
}

// Every character of Unicode 13, which is what github-slugger knows, alone in
// a document.
func TestAnchorOfEachCharacter(t *testing.T) {
	var documents [][]string
	rangetable.Visit(rangetable.Assigned("13.0.0"), func(r rune) {
		if !unicode.Is(unicode.Cs, r) && !unicode.Is(unicode.Co, r) {
			documents = append(documents, []string{"a" + string(r) + "b"})
		}
	})
	compareSlugs(t, documents)
	t.Logf("%d characters", len(documents))
}

// Documents of few words, so that many anchors are taken.
func TestAnchorsOfEqualTitles(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	words := []string{"a", "A", "a-1", "a-1-1", "b c", "b-c", "", "!", "1", "ΑΣ", "İ", "ß", "é", "a\n", "toString", "__proto__"}
	documents := make([][]string, 5000)
	for i := range documents {
		for range 1 + r.IntN(12) {
			documents[i] = append(documents[i], words[r.IntN(len(words))])
		}
	}
	compareSlugs(t, documents)
}

func compareSlugs(t *testing.T, documents [][]string) {
	t.Helper()
	theirs := slugger(t, documents)
	differences := map[string]int{}
	for i, got := range ours(documents) {
		if !slices.Equal(got, theirs[i]) {
			differences[fmt.Sprintf("%q: got %q, want %q", documents[i], got, theirs[i])]++
		}
	}
	for i, d := range slices.Sorted(maps.Keys(differences)) {
		if i == 20 {
			t.Errorf("and %d more", len(differences)-i)
			break
		}
		t.Error(d)
	}
}
