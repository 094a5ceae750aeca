import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.js';

const RESOLUTION_MS = 20;
const NANO = 1e9;
const MICRO = 1e6;

/** Memory, processor, start and event loop of the process, by the names that OpenTelemetry gives them. */
export function measureProcess(metrics: Metrics): void {
  const startedAt = Date.now() / 1000 - process.uptime();
  metrics.gauge(
    'process.start.time',
    { unit: 'seconds', help: 'When the process started, in seconds of 1970.' },
    () => [{ value: startedAt }],
  );
  metrics.counter('process.cpu.time', { unit: 'seconds', help: 'Processor time used.' }, () => {
    const { user, system } = process.cpuUsage();
    return [
      { value: user / MICRO, labels: { mode: 'user' } },
      { value: system / MICRO, labels: { mode: 'system' } },
    ];
  });
  metrics.gauge('process.memory.usage', { unit: 'bytes', help: 'Resident memory.' }, () => [
    { value: process.memoryUsage.rss() },
  ]);
  measureEventLoop(metrics);
}

/** Since it was asked last. The timer behind it fires late by as much as a request waits. */
function measureEventLoop(metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANO - RESOLUTION_MS / 1000);
  metrics.gauge(
    'nodejs.eventloop.delay',
    { unit: 'seconds', help: 'How late timers of the event loop are.' },
    () => {
      if (delay.count === 0) return [];
      const readings = [
        { value: late(delay.percentile(50)), labels: { quantile: '0.5' } },
        { value: late(delay.percentile(99)), labels: { quantile: '0.99' } },
        { value: late(delay.max), labels: { quantile: '1' } },
      ];
      delay.reset();
      return readings;
    },
  );
  let before = performance.eventLoopUtilization();
  metrics.gauge(
    'nodejs.eventloop.utilization',
    { help: 'Share of time in which the event loop is busy.' },
    () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return [{ value: utilization }];
    },
  );
}
