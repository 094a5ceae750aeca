// The conditions of a release: one sentence for each that is not met.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isVersion } from './is-version.mjs';

export const NEXT_FIRST = 'set the next version first, node scripts/set-version.mjs <version>';

const read = (path) => readFileSync(path, 'utf8');
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

const section = (version) => `## ${version.replaceAll('.', '\\.')}`;

/** Of the version and its documents. */
export function checkDocuments(version) {
  return [
    ...(isVersion(version) ? [] : [`package.json: ${version} is no version`]),
    ...checkChangelog(version),
    ...(new RegExp(`^#${section(version)}$`, 'm').test(read('docs/operations/upgrading.md'))
      ? []
      : [`docs/operations/upgrading.md: no section of ${version}`]),
  ];
}

/**
 * A release that is being made has its section, and "Unreleased" is empty. The first change after it that
 * anybody notices fills that again: a release that is out is known without its tag.
 */
function checkChangelog(version, changelog = read('CHANGELOG.md')) {
  const [, unreleased = ''] = changelog.split(/^## Unreleased$/m);
  const pending = unreleased.split(/^## /m)[0].trim();
  return [
    ...(new RegExp(`^${section(version)} - \\d{4}-\\d{2}-\\d{2}$`, 'm').test(changelog)
      ? []
      : [`CHANGELOG.md: no section of ${version}: ${NEXT_FIRST}`]),
    ...(pending === '' ? [] : [`CHANGELOG.md: "Unreleased" is not empty: ${NEXT_FIRST}`]),
  ];
}

/** Of contracts that are to be kept: those of a release that is out stay as they are. */
export const checkContractsMayChange = (version) => [
  ...checkChangelog(version),
  ...(isTagged(version) ? [`v${version} is tagged: ${NEXT_FIRST}`] : []),
];

/** Of the commit that is released. */
export function checkCommit(version) {
  if (!existsSync('.git')) return ['no Git repository: an image could not name its commit'];
  const changed = git('status', '--porcelain') !== '';
  return [
    ...(changed ? ['the working tree has changes that no commit has'] : []),
    ...(isTagged(version) && git('rev-parse', `v${version}^{commit}`) !== git('rev-parse', 'HEAD')
      ? [`v${version} is another commit`]
      : []),
  ];
}

const isTagged = (version) => existsSync('.git') && git('tag', '--list', `v${version}`) !== '';
