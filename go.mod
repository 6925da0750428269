module github.com/mapwright/mapwright

go 1.26
