// Collects what people feel: when the screen stood, what moved, how long a tap took (Web Vitals), for bench_web.py.
(() => {
  const seen = { lcp: 0, fcp: 0, cls: 0, tbt: 0, inp: 0 };
  globalThis.__vitals = seen;
  const observe = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  observe("largest-contentful-paint", (entry) => seen.lcp = entry.startTime);
  observe("paint", (entry) => {
    if (entry.name === "first-contentful-paint") seen.fcp = entry.startTime;
  });
  // The sum over the whole visit: what people see is at most this.
  observe("layout-shift", (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value;
  });
  observe("longtask", (entry) => seen.tbt += Math.max(0, entry.duration - 50));
  observe("event", (entry) => {
    if (!entry.interactionId || entry.duration <= seen.inp) return;
    seen.inp = entry.duration;
    globalThis.noteTap?.(seen.inp);
  }, { durationThreshold: 16 });
})();
