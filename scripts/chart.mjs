// node scripts/chart.mjs: makes the templates and values of deploy/chart from what kustomize renders of
// deploy/. node scripts/chart.mjs --check: compares them, and what helm renders of the chart with what
// kustomize renders, also with the patches of docs/operations/deploying.md for servers of one's own.
// libs/dev/testing/src/deployment/chart.spec.ts finds by digests, without either program, what was not made
// anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { differencesOfRenderings } from './chart/compare.mjs';
import { keepDigests } from './chart/digests.mjs';
import { patchesOf, renderExample } from './chart/kustomize.mjs';
import { chartFiles } from './chart/make.mjs';

const rendered = {
  example: renderExample(),
  withJobs: renderExample(['../../jobs']),
  withMonitoring: renderExample(['../../monitoring']),
  withRoute: renderExample(['gateway-api']),
  withPrivateCa: renderExample(['../../jobs', '../../private-ca']),
  withTls: renderExample(['../../private-ca', '../../tls']),
  withGatewayTls: renderExample(['../../gateway-tls']),
  withTracing: renderExample(['../../tracing']),
  withServers: renderExample([], patchesOf(readFileSync('docs/operations/deploying.md', 'utf8'))),
};
const files = chartFiles(rendered);

if (process.argv.includes('--check')) {
  const stale = Object.keys(files).filter((path) => readFileSync(path, 'utf8') !== files[path]);
  const problems = [...stale.map((path) => `${path}: node scripts/chart.mjs makes another one`)];
  problems.push(...differencesOfRenderings(rendered));
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text);
  keepDigests(Object.keys(files));
}
