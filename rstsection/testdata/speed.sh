#!/usr/bin/env bash
# How long a map of all documents of linux-doc-6.1 takes, beside ctags, docutils
# and the search for newlines:
#
#	bash rstsection/testdata/speed.sh [ROUNDS]
#
# Each program reads the same unpacked files and prints what it finds to
# /dev/null. They take turns, and the least CPU time of all rounds counts (user and
# system). docutils runs once, since it takes minutes. Needs Debian's linux-doc-6.1,
# universal-ctags and python3-docutils.
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-5}

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
doc=/usr/share/doc/linux-doc-6.1/Documentation
find "$doc" -type f \( -name '*.rst' -o -name '*.rst.gz' \) | while read -r file; do
	copy=$tmp/files/${file#"$doc"/}
	copy=${copy%.gz}
	mkdir -p "${copy%/*}"
	if [[ $file == *.gz ]]; then gunzip -c "$file"; else cat "$file"; fi >"$copy"
	echo "$copy"
done >"$tmp/list"
go build -o "$tmp/maps" ./examples/maps
echo "$(wc -l <"$tmp/list") files, $(xargs -d '\n' cat <"$tmp/list" | wc -c) bytes"

# cpu COMMAND... prints the seconds of CPU time that the command takes.
cpu() {
	local TIMEFORMAT='%U %S'
	{ time "$@" </dev/null >/dev/null 2>"$tmp/errors"; } 2>&1 | awk '{ print $1 + $2 }'
}

declare -A least
# take NAME COMMAND... notes the time of one run, if it is the least.
take() {
	local name=$1 seconds
	shift
	seconds=$(cpu "$@")
	if [[ -z ${least[$name]:-} ]] || awk "BEGIN { exit !($seconds < ${least[$name]}) }"; then
		least[$name]=$seconds
	fi
}

for ((i = 0; i < rounds; i++)); do
	take maps "$tmp/maps" -json -files-from "$tmp/list"
	take ctags ctags --options=NONE --language-force=ReStructuredText --output-format=json --fields=+ne -f - -L "$tmp/list"
done
take docutils bash -c 'PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 rstsection/testdata/rst_oracle.py - <"$0"' "$tmp/list"

for name in maps ctags docutils; do
	awk -v name="$name" -v s="${least[$name]}" -v m="${least[maps]}" 'BEGIN { printf "%-10s %8.3f s of CPU, %.1f times maps\n", name, s, s / m }'
done
"$tmp/maps" -bench "$rounds" -files-from "$tmp/list"
