import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@safety/local-stack';
import { refusedOf } from './is-subset.js';
import { type WireContract, wireContracts } from './wire-contracts.js';

const folder = join(repositoryRoot, 'libs/contracts/releases');
const fileOf = <Content>(name: string): Content =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Content;

/** Of versions: numbers with dots between them. */
const byAge = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });
const [last = ''] = readdirSync(folder)
  .filter((name) => /^\d.*\.json$/.test(name))
  .map((name) => name.replace('.json', ''))
  .toSorted(byAge)
  .reverse();

const released = fileOf<Record<string, WireContract>>(last);
/** Deliberate breaks, each with its reason; none stays once it is no break any more. */
const allowed = fileOf<Record<string, string>>('allowed');
const today = wireContracts();

const refusals = Object.entries(released).flatMap(([name, { writes, reads }]) => {
  const now = today[name];
  if (!now) return [`${name}: release ${last} has it, and today's services do not`];
  return [
    ...refusedOf(now.writes, reads).map((reason) => `${name}, for readers of ${last}: ${reason}`),
    ...refusedOf(writes, now.reads).map((reason) => `${name}, for readers of today: ${reason}`),
  ];
});

describe(`services of release ${last} beside those of today`, () => {
  it('have messages, tokens and internal answers that are compared', () => {
    const names = Object.keys(released);
    expect(names.length).toBeGreaterThan(20);
    expect(names).toEqual(expect.arrayContaining(['access token', 'envelope', 'message user-changed.v1']));
  });

  it('read what the others write, but for breaks that libs/contracts/releases/allowed.json explains', () => {
    expect(refusals.filter((refusal) => !(refusal in allowed))).toEqual([]);
  });

  it('have no other breaks that are explained', () => {
    expect(Object.keys(allowed).filter((refusal) => !refusals.includes(refusal))).toEqual([]);
    expect(Object.values(allowed).filter((reason) => reason.length < 20)).toEqual([]);
  });
});
