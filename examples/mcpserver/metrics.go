package main

import (
	"cmp"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what /metrics shows: numbers of the server, none of its content.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	calls    *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	bytes    *prometheus.HistogramVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "mapwright_http_requests_total", Help: "HTTP requests by status.",
		}, []string{"status"}),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "mapwright_calls_total", Help: "Calls of tools by their answer: ok, or the code of the refusal.",
		}, []string{"tool", "answer"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mapwright_call_seconds", Help: "Time that calls took.", Buckets: prometheus.ExponentialBuckets(0.001, 2, 15),
		}, []string{"tool"}),
		bytes: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mapwright_answer_bytes", Help: "Size of answers as they are sent.", Buckets: prometheus.ExponentialBuckets(250, 2, 11),
		}, []string{"tool"}),
	}
	m.registry.MustRegister(m.requests, m.calls, m.seconds, m.bytes,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// request counts an HTTP request.
func (m *metrics) request(status int) { m.requests.WithLabelValues(strconv.Itoa(status)).Inc() }

// call counts a call of a tool.
func (m *metrics) call(tool string, a answer, took time.Duration) {
	m.calls.WithLabelValues(tool, cmp.Or(a.code, "ok")).Inc()
	m.seconds.WithLabelValues(tool).Observe(took.Seconds())
	m.bytes.WithLabelValues(tool).Observe(float64(a.size))
}
