import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@safety/local-stack';
import { refusedOf } from './is-subset.js';
import { releasesBelow } from './kept-releases.js';
import { type WireContract, wireContracts } from './wire-contracts.js';

const folder = join(repositoryRoot, 'libs/contracts/releases');
const fileOf = <Content>(name: string): Content =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Content;

const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
const releases = releasesBelow(version, readdirSync(folder));

/** Deliberate breaks, each with its reason; none stays once it is no break any more. */
const allowed = fileOf<Record<string, string>>('allowed');
/** Those that the release of today was made with. */
const keptOf = (name: string): Record<string, string> =>
  existsSync(join(folder, `allowed-${name}.json`)) ? fileOf(`allowed-${name}`) : {};
const today = wireContracts();

const refusalsOf = (last: string): string[] =>
  Object.entries(fileOf<Record<string, WireContract>>(last)).flatMap(([name, { writes, reads }]) => {
    const now = today[name];
    if (!now) return [`${name}: release ${last} has it, and today's services do not`];
    return [
      ...refusedOf(now.writes, reads).map((reason) => `${name}, for readers of ${last}: ${reason}`),
      ...refusedOf(writes, now.reads).map((reason) => `${name}, for readers of today: ${reason}`),
    ];
  });

describe.each(releases)('services of release %s beside those of today', (last) => {
  const released = fileOf<Record<string, WireContract>>(last);

  it('have messages, tokens and internal answers that are compared', () => {
    const names = Object.keys(released);
    expect(names.length).toBeGreaterThan(20);
    expect(names).toEqual(expect.arrayContaining(['access token', 'envelope', 'message user-changed.v1']));
  });

  it('read what the others write, but for breaks that libs/contracts/releases/allowed.json explains', () => {
    const explained = last === version ? allowed : { ...keptOf(version), ...allowed };
    expect(refusalsOf(last).filter((refusal) => !(refusal in explained))).toEqual([]);
  });
});

describe('breaks that are explained', () => {
  it('are breaks, each with its reason', () => {
    const refusals = releases.flatMap(refusalsOf);
    expect(Object.keys(allowed).filter((refusal) => !refusals.includes(refusal))).toEqual([]);
    expect(Object.values(allowed).filter((reason) => reason.length < 20)).toEqual([]);
  });
});

describe('the releases that services are held to', () => {
  it.each([
    ['0.1.0', ['0.1.0'], ['0.1.0']],
    ['0.2.0', ['0.1.0'], ['0.1.0']],
    ['0.2.0', ['0.1.0', '0.2.0'], ['0.2.0', '0.1.0']],
    ['0.10.0', ['0.1.0', '0.10.0', '0.9.0'], ['0.10.0', '0.9.0']],
    ['0.3.0', ['0.1.0', '0.2.0'], ['0.2.0']],
    ['0.2.0', ['0.1.0', '0.2.0', '0.2.0-rc.1'], ['0.2.0', '0.2.0-rc.1']],
  ])('of version %s with files of %j are %j', (version, kept, below) => {
    const files = ['allowed.json', 'allowed-0.2.0.json', ...kept.map((name) => `${name}.json`)];
    expect(releasesBelow(version, files)).toEqual(below);
  });
});

const { lastRelease } = (await import(
  pathToFileURL(join(repositoryRoot, 'bench/upgrade/releases.mjs')).href
)) as { lastRelease(of: { head: string; tagged: string[]; dated: string[] }): string | undefined };

describe('the commit that an upgrade begins at', () => {
  it.each([
    ['the newest tag', 'now', ['two', 'one'], ['two'], 'two'],
    ['the tag before the one of this commit', 'two', ['two', 'one'], ['two'], 'one'],
    ['the tag before a release that is being made', 'two', ['one'], ['two', 'one'], 'one'],
    ['without tags the one that dated a section', 'now', [], ['two', 'one'], 'two'],
    ['the one before a release that is being made', 'two', [], ['two', 'one'], 'one'],
    ['the only release itself', 'one', [], ['one'], 'one'],
    ['none of a clone without releases', 'now', [], [], undefined],
  ])('is %s', (_, head, tagged, dated, from) => {
    expect(lastRelease({ head, tagged, dated })).toBe(from);
  });
});
