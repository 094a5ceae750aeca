// Digests of what the chart is made from and of what was made: a test compares them where no kustomize is.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DIGESTS = 'scripts/chart/digests.json';
const SOURCES = [
  'deploy/apps',
  'deploy/base',
  'deploy/database',
  'deploy/gateway-tls',
  'deploy/jobs',
  'deploy/monitoring',
  'deploy/overlays/example',
  'deploy/pods',
  'deploy/private-ca',
  'deploy/tls',
  'deploy/tracing',
];

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());

/** Writes the digest of each file. */
export function keepDigests(made) {
  const paths = [...SOURCES.flatMap(filesIn), ...made].sort();
  const digests = paths.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]);
  writeFileSync(DIGESTS, `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
}
