import { expect, it } from '@jest/globals';
import type { GapRow } from '@safety/contracts';
import { csvOf } from './gap-csv.js';

const row = (name: string): GapRow => ({
  ...{
    key: 'k',
    name,
    required: 1,
    valid: 1,
    expiringSoon: 0,
    expired: 0,
    overdue: 0,
    compliancePercent: 100,
  },
  cells: [{ courseId: 'c', status: 'valid', expiresOn: null }],
});
const header =
  '\ufeffkey,name,required,valid,expiringSoon,expired,overdue,compliancePercent,courseId,status,expiresOn\r\n';

/** The pieces of a file whose rows come in steps of so many seconds. */
async function piecesOf(steps: readonly GapRow[][], seconds: number): Promise<string[]> {
  let at = 0;
  async function* rows() {
    for (const step of steps) {
      at += seconds * 1000;
      yield step;
    }
  }
  const pieces: string[] = [];
  for await (const piece of csvOf(rows(), () => at)) pieces.push(piece);
  return pieces;
}

it('a character of the file leaves every few seconds while no row comes', async () => {
  const pieces = await piecesOf([[], [], [row('🦺')], [], []], 4);
  const line = 'k,🦺,1,1,0,0,0,100,c,valid,\r\n';
  expect(pieces).toEqual([...header.slice(0, 3), header.slice(3), 'k', ',', line.slice(2)]);
  expect(pieces.join('')).toBe(header + line);
});

it('nothing is cut where rows come soon, nor within a character', async () => {
  const soon = await piecesOf([[], [row('A')], [], [row('B')]], 1);
  expect(soon).toHaveLength(4);
  expect(soon.join('')).toBe(`${header}k,A,1,1,0,0,0,100,c,valid,\r\nk,B,1,1,0,0,0,100,c,valid,\r\n`);
  const slow = await piecesOf([[row('🦺')], ...Array.from({ length: 40 }, () => [])], 4);
  expect(slow).toContain('🦺');
  expect(slow.join('')).toBe(`${header}k,🦺,1,1,0,0,0,100,c,valid,\r\n`);
});

it('the file of nobody is its header', async () => {
  expect((await piecesOf([], 1)).join('')).toBe(header);
});
