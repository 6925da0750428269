package pathpolicy

import (
	"iter"
	"slices"
)

// Secrets is the list of files that are not for readers: private keys, credentials,
// environments, and what programs keep passwords in. The zero Secrets is the default
// list, which [DenyRules] and [AllowRules] show.
//
// A file is judged by its path alone, which is that of a git tree, without regard to
// the case of ASCII letters. It is denied if a rule of the deny-list matches, unless
// one of the allow-list does (".env.example" is a form to fill in, "keys.pem.md" is
// a text) or one of Except.
type Secrets struct {
	// Except holds globs of files in this repository that are no secrets, like the
	// keys of a test: git's :(glob), with case and with the wildcards "*" and "**"
	// only. Others match nothing.
	Except []string
}

// Denied reports whether a path is denied, and by which rule.
func (s Secrets) Denied(path string) (Rule, bool) {
	r, ok := findPathspec(denyRules, path)
	if !ok || s.excepts(path) {
		return Rule{}, false
	}
	return r, true
}

// Exempt reports whether a path is on the deny-list and may be read all the same.
// [Secrets.Pathspecs] leaves such files out.
func (s Secrets) Exempt(path string) bool {
	_, ok := findPathspec(denyRules, path)
	return ok && s.excepts(path)
}

func (s Secrets) excepts(path string) bool {
	_, ok := find(allowRules, path)
	return ok || matchAny(s.Except, path, matchGlob)
}

// Pathspecs returns the deny-list as git pathspecs that leave its files out, to be
// put behind what a client searches in. They leave out the [Secrets.Exempt] files as
// well, because git knows no exception from an exclusion. A search that has to be
// exact runs a second time for those alone, or takes [Secrets.PathspecsOf].
func (s Secrets) Pathspecs() []string {
	specs := make([]string, len(denyRules))
	for i, r := range denyRules {
		specs[i] = r.pathspec()
	}
	return specs
}

// PathspecsOf returns git pathspecs that leave out each denied one of paths. With the
// paths of all files in a commit, git then sees exactly the files that are not
// [Secrets.Denied]. It is nil if none is.
//
// Arguments of a process are limited (on Linux to 2 MiB together), and nothing limits
// the number of denied files: see that the result is short enough, and otherwise take
// [Secrets.Pathspecs].
func (s Secrets) PathspecsOf(paths iter.Seq[string]) []string {
	var specs []string
	for path := range paths {
		if _, denied := s.Denied(path); denied {
			specs = append(specs, ":(exclude,literal)"+path)
		}
	}
	return specs
}

// DenyRules returns the rules of the deny-list, in a new slice.
func DenyRules() []Rule { return slices.Clone(denyRules) }

// AllowRules returns the rules of the allow-list, which outrank those of the
// deny-list, in a new slice.
func AllowRules() []Rule { return slices.Clone(allowRules) }

var allowRules = slices.Concat(
	list("a form to fill in",
		"*.example", "*.example.*", "*.sample", "*.sample.*",
		"*.template", "*.tmpl", "*.dist", "*.defaults", "*.schema"),
	list("a public key", "*.pub"),
	list("a document", "*.md", "*.markdown", "*.mdx", "*.rst", "*.adoc"),
	list("names of hosts and their public keys", ".ssh/known_hosts"),
)

var denyRules = slices.Concat(
	list("environment variables, often with passwords",
		".env", ".env.*", ".envrc"),
	list("token or password of a tool",
		".npmrc", ".yarnrc.yml", ".pypirc", ".netrc", "_netrc", ".git-credentials",
		".pgpass", ".my.cnf", ".htpasswd", ".s3cfg", ".boto", ".dockercfg",
		".vault-token", ".terraformrc", "terraform.rc",
		".docker/config.json", ".gem/credentials", ".cargo/credentials",
		".cargo/credentials.toml", ".pip/pip.conf", ".config/gh/hosts.yml", ".config/hub"),
	list("private key or key store",
		"id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p8",
		"*.p12", "*.pfx", "*.pkcs12", "*.jks", "*.keystore", "*.ppk", "*.kdb",
		"*.kdbx", "*.psafe3", "*.agilekeychain", "*.keychain", "secring.*",
		".ssh/**", ".gnupg/**"),
	list("state or variables of Terraform, with secrets in plain text",
		"*.tfstate", "*.tfstate.*", "*.tfvars", "*.tfvars.json"),
	list("credentials of a service or a cluster",
		"credentials.json", "credentials.xml", "credentials.yml.enc",
		"service-account*.json", "service_account*.json", "client_secret*.json",
		"secrets.yml", "secrets.yaml", "secrets.json", "secrets.toml",
		"kubeconfig", "*.kubeconfig", ".kube/config", ".aws/credentials", ".aws/config",
		".config/gcloud/**", ".azure/**"),
	list("configuration with a password", "wp-config.php", "sftp-config.json"),
	list("what somebody typed, passwords included", ".*_history"),
	list("saved logins of a browser", "login data"),
	list("git's own files, which are not part of a commit", ".git", ".git/**"),
)
