// The content of images, without an engine that builds them: see README.md.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runJourney, walkRoleJourneys } from '@safety/demo-journey';
import { appNames, startSuite } from '@safety/local-stack';

const MB = 1e6;
/** Of gcr.io/distroless/cc-debian12, unpacked; an image is to have less than 180. */
const RUNTIME_MB = 24;
const MOST_MB = 180;

const folder = resolve('.local/images');
rmSync(folder, { recursive: true, force: true });
const node = statSync(process.execPath).size / MB;
for (const app of appNames) {
  const out = join(folder, app);
  run('npx', ['--yes', 'pnpm', '--filter', `@safety/${app}`, 'deploy', '--prod', out]);
  const before = sizeOf(out);
  run(process.execPath, ['scripts/prune-image.mjs', out]);
  const after = sizeOf(out);
  const image = after.mb + node + RUNTIME_MB;
  console.log(
    `${app}: ${before.mb.toFixed(1)} MB in ${before.files} files, ${after.mb.toFixed(1)} MB in ${after.files} without what no process loads; image ${image.toFixed(0)} MB with node (${node.toFixed(0)}) and its base (${RUNTIME_MB})`,
  );
  if (image >= MOST_MB) process.exitCode = 1;
}

const suite = await startSuite({
  appsDir: folder,
  env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal' },
});
try {
  const report = () => undefined;
  await runJourney({ url: suite.url, report });
  await walkRoleJourneys({ url: suite.url, report });
  console.log('the suite of these folders is ready, and all demo journeys get through');
} finally {
  await suite.stop();
}

function sizeOf(path) {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const seen = new Map(
    files.map((entry) => statSync(join(entry.parentPath, entry.name))).map((s) => [s.ino, s.size]),
  );
  return { mb: [...seen.values()].reduce((sum, size) => sum + size, 0) / MB, files: seen.size };
}

function run(program, args) {
  execFileSync(program, args, {
    env: { ...process.env, CI: 'true' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
