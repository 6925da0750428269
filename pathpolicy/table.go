package pathpolicy

import "unicode/utf8"

// Table lists the policies of a server in order; the first is the default. If a
// repository is in it twice, the first entry counts. The nil Table serves nothing.
type Table []Policy

// Lookup returns the policy of a repository; an empty name means the default. A
// repository without a policy is refused with [RepoNotConfigured]: there is no
// permissive policy to fall back on. The refusal repeats the name unless that has
// more than [MaxPathChars] characters.
func (t Table) Lookup(repo string) (Policy, error) {
	if repo == "" && len(t) > 0 {
		return t[0], nil
	}
	if p, ok := t.find(repo); ok {
		return p, nil
	}
	e := &Error{Code: RepoNotConfigured}
	if utf8.RuneCountInString(repo) <= MaxPathChars {
		e.Repo = repo
	}
	return Policy{}, e
}

// Allow returns the policies of the repositories that a deployment allows, in the
// order of its list, so that the first of them becomes the default. A repository must
// pass both gates: in the result, Lookup refuses one that is allowed and has no policy,
// and one that has a policy and is not allowed.
func (t Table) Allow(repos ...string) Table {
	var allowed Table
	for _, repo := range repos {
		p, ok := t.find(repo)
		if _, twice := allowed.find(repo); ok && !twice {
			allowed = append(allowed, p)
		}
	}
	return allowed
}

func (t Table) find(repo string) (Policy, bool) {
	for _, p := range t {
		if p.Repo == repo {
			return p, true
		}
	}
	return Policy{}, false
}
