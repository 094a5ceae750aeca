// node scripts/set-version.mjs <version>: names the next release wherever the version of the suite stands.
// libs/dev/testing/src/deployment/version.spec.ts holds these places together.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gt } from 'semver';
import { packageFolders } from './packages.mjs';
import { argumentsOf, misunderstood } from './release/arguments.mjs';
import { isVersion } from './release/is-version.mjs';

const usage = 'node scripts/set-version.mjs <version>, such as 0.2.0';
const {
  positionals: [next],
} = argumentsOf(usage, { words: 1 });
const { version: last } = JSON.parse(readFileSync('package.json', 'utf8'));
if (!isVersion(next)) misunderstood(usage, `${next} is not a version of SemVer 2.0.0 without build metadata`);
if (!gt(next, last)) misunderstood(usage, `${next} is not above ${last}`);
const today = new Date().toISOString().slice(0, 10);

for (const folder of ['.', 'bench', ...packageFolders()])
  replace(join(folder, 'package.json'), `"version": "${last}"`, `"version": "${next}"`);
replace('deploy/Dockerfile', `ARG VERSION=${last}`, `ARG VERSION=${next}`);
const overlay = 'deploy/overlays/example/kustomization.yaml';
replace(overlay, `newTag: ${last}`, `newTag: ${next}`);
replace(overlay, `app.kubernetes.io/version: ${last}`, `app.kubernetes.io/version: ${next}`);
replace('deploy/chart/Chart.yaml', `ersion: ${last}`, `ersion: ${next}`);
replace('docs/operations/deploying.md', `$app:${last}`, `$app:${next}`);
replace('CHANGELOG.md', '## Unreleased\n', `## Unreleased\n\n## ${next} - ${today}\n`);

/** Everywhere in a file; one that does not have it stays a mistake for the spec to find. */
function replace(file, before, after) {
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replaceAll(before, () => after),
  );
}
