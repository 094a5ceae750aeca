// The conditions of a release: one sentence for each that is not met.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isVersion } from './versions.mjs';

const read = (path) => readFileSync(path, 'utf8');
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** Of the version and its documents. */
export function checkDocuments(version) {
  const [, unreleased = ''] = read('CHANGELOG.md').split(/^## Unreleased$/m);
  const pending = unreleased.split(/^## /m)[0].trim();
  const section = `## ${version.replaceAll('.', '\\.')}`;
  return [
    ...(isVersion(version) ? [] : [`package.json: ${version} is no version`]),
    ...(new RegExp(`^${section} - \\d{4}-\\d{2}-\\d{2}$`, 'm').test(read('CHANGELOG.md'))
      ? []
      : [`CHANGELOG.md: no section of ${version}: node scripts/set-version.mjs <version>`]),
    ...(pending === ''
      ? []
      : ['CHANGELOG.md: "Unreleased" is not empty: node scripts/set-version.mjs <version>']),
    ...(new RegExp(`^#${section}$`, 'm').test(read('docs/operations/upgrading.md'))
      ? []
      : [`docs/operations/upgrading.md: no section of ${version}`]),
  ];
}

/** Of the commit that is released. */
export function checkCommit(version) {
  if (!existsSync('.git')) return ['no Git repository: an image could not name its commit'];
  const changed = git('status', '--porcelain') !== '';
  const tagged = git('tag', '--list', `v${version}`) !== '';
  return [
    ...(changed ? ['the working tree has changes that no commit has'] : []),
    ...(tagged && git('rev-parse', `v${version}^{commit}`) !== git('rev-parse', 'HEAD')
      ? [`v${version} is another commit`]
      : []),
  ];
}
