// Loaded into identity: writes the longest pause of its event loop since the last signal into a file.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const file = process.env.LOOP_WATCH_FILE;
if (file && process.argv[1]?.includes('apps/identity/dist/main')) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(file, JSON.stringify({ mostMs: delay.max / 1e6, p99Ms: delay.percentile(99) / 1e6 }));
    delay.reset();
  });
}
