package main

import (
	"context"
	"net"
	"net/http"
	"strings"

	"github.com/mapwright/mapwright/examples/mcpserver/access"
	"github.com/modelcontextprotocol/go-sdk/auth"
)

// trusted refuses what a web page of another origin sends, and what reaches this
// machine under a name that is not its own: that is how such a page passes for one
// of this origin.
func trusted(next http.Handler) http.Handler {
	origins := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		asked := r.WithContext(r.Context())
		asked.Method = http.MethodPost // those that only read are checked as well
		switch {
		case !ownHost(r):
			refuse(rw, http.StatusForbidden, "host_not_allowed", nil)
		case origins.Check(asked) != nil:
			refuse(rw, http.StatusForbidden, "origin_not_allowed", nil)
		default:
			next.ServeHTTP(rw, r)
		}
	})
}

// ownHost reports whether a request that came from this machine was sent to it by
// a name that nobody else can have. What came over a network is let in.
func ownHost(r *http.Request) bool {
	here, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return true
	}
	host, _, err := net.SplitHostPort(here.String())
	return err != nil || !loopback(host) || loopback(hostname(r.Host))
}

// hostname returns the host of HOST:PORT or HOST.
func hostname(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

// authenticated lets those in whose token is known.
func (w *webServer) authenticated(next http.Handler) http.Handler {
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		id, ok := w.tokens.Load().Lookup(token)
		if !ok {
			return nil, auth.ErrInvalidToken
		}
		return &auth.TokenInfo{UserID: id.Name, Scopes: []string{string(id.Role)}}, nil
	}
	checked := auth.RequireBearerToken(verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(next)
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if w.tokens.Load() == nil {
			next.ServeHTTP(rw, r)
			return
		}
		checked.ServeHTTP(rw, r)
	})
}

// identityOf returns who sent a request that is authenticated. Without tokens that
// is an admin without a name.
func identityOf(r *http.Request) access.Identity {
	info := auth.TokenInfoFromContext(r.Context())
	if info == nil {
		return access.Identity{Role: access.Admin}
	}
	return access.Identity{Name: info.UserID, Role: access.Role(info.Scopes[0])}
}

// adminsOnly refuses everybody else.
func (w *webServer) adminsOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if identityOf(r).Role != access.Admin {
			refuse(rw, http.StatusForbidden, "admins_only", nil)
			return
		}
		next.ServeHTTP(rw, r)
	})
}
