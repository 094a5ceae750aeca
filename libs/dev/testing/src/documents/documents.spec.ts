import { existsSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { codeOf, commandsInTable, filesEndingIn, textOf } from './documents.js';

/** Commands of pnpm itself, without a script. */
const OF_PNPM = ['install'];
/** Longer reference material belongs in docs/. */
const MOST_LINES = 150;
const root = new URL('../../../../../', import.meta.url);
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** All files that name commands for people or machines. */
const files = filesEndingIn(/\.(md|ts|mjs|sh|ya?ml)$|^Dockerfile$|^run$/);
const documents = files.filter((file) => file.endsWith('.md'));

it('finds the documents', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/operations/bus.md', 'bench/README.md']),
  );
  expect(files).toEqual(expect.arrayContaining(['.ci/run', 'deploy/Dockerfile', 'scripts/check-node.mjs']));
});

it.each(documents.filter((file) => file.endsWith('README.md')))('%s is a map: at most 150 lines', (file) => {
  expect(textOf(file).trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
});

it('no npx that could ask whether it may install: where nobody answers, it refuses', () => {
  const asks = /\bnpx (?!--yes )(?=[@\w])/g;
  const found = files
    .filter((file) => !file.startsWith('libs/dev/testing/src/documents/') && asks.test(textOf(file)))
    .filter((file) => !/launcher(\.spec)?\.ts$/.test(file));
  expect(found).toEqual([]);
});

const pnpmCommands = documents.flatMap((file) =>
  codeOf(textOf(file)).flatMap((code) => {
    const [, name] = /\bnpx --yes pnpm (?:--silent )?([\w-]+)/.exec(code) ?? [];
    return name ? [{ file, code, name }] : [];
  }),
);

it.each(pnpmCommands)('$file: $code is a script', ({ name }) => {
  expect([...Object.keys(scripts), ...OF_PNPM]).toContain(name);
});

it('README.md shows how to start, try and test it', () => {
  const named = pnpmCommands.filter(({ file }) => file === 'README.md').map(({ name }) => name);
  expect(named).toEqual(expect.arrayContaining(['start', 'demo', 'test']));
});

it.each(pnpmCommands.filter(({ name }) => name === 'bench'))('$file: $code exists', ({ code }) => {
  const [, bench = ''] = /pnpm bench ([\w-]+)/.exec(code) ?? [];
  expect(bench === '' || existsSync(new URL(`bench/${bench}/run.mjs`, root))).toBe(true);
});

const links = documents.flatMap((file) =>
  [...textOf(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => ({ file, target })),
);

it.each(links)('$file: $target is there', ({ file, target }) => {
  expect(existsSync(new URL(target, new URL(file, root)))).toBe(true);
});

it('reads code of a document, and the commands of its table', () => {
  const document = [
    'Say `one`.\n',
    '```sh\ntwo --x\nthree\n```\n',
    '```json\n{ "no": "code" }\n```\n',
    '| You want to | Command |\n|---|---|\n| a | `add --name "A b"` |\n| b | the same with `--other <x>` |\n| c | `c`; `d` |\n',
  ].join('\n');
  expect(codeOf(document)).toEqual(['two --x', 'three', 'one', 'add --name "A b"', '--other <x>', 'c', 'd']);
  expect(commandsInTable(document)).toEqual([
    { command: 'add', options: ['name'] },
    { command: 'add', options: ['other'] },
    { command: 'c', options: [] },
    { command: 'd', options: [] },
  ]);
});

it('docs/api-conventions.md names the audits that there are', () => {
  const paths = filesEndingIn(/^openapi\.json$/).flatMap((file) =>
    Object.keys((JSON.parse(textOf(file)) as { paths: object }).paths),
  );
  const audited = paths.flatMap((path) => /^\/(?:api|accounts)(\/.+)\/\{id\}\/audit$/.exec(path)?.[1] ?? []);
  const [, list = ''] = /Audits are below ([^.]+)\./.exec(textOf('docs/api-conventions.md')) ?? [];
  expect([...list.matchAll(/`(\/[^`]+)`/g)].map(([, path]) => path).sort()).toEqual(audited.sort());
});
