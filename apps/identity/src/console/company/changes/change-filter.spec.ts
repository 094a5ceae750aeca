import { describe, expect, it } from '@jest/globals';
import { changeFilterOf, parametersOf } from './change-filter.js';

describe('the days of a filter', () => {
  it.each([
    [undefined, '2026-11-29', '2026-11-29', '2026-11-29T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
    ['Asia/Almaty', '2026-11-29', '2026-11-29', '2026-11-28T19:00:00.000Z', '2026-11-29T19:00:00.000Z'],
    ['Europe/Dublin', '2026-03-29', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z'],
    ['Asia/Almaty', 'yesterday', '2026-02-30', 'yesterday', '2026-02-30'],
  ])('in %s, from %s to %s', (timeZone, from, to, changedFrom, changedTo) => {
    const filter = changeFilterOf({ from, to });
    expect(parametersOf(filter, undefined, { timeZone })).toMatchObject({ changedFrom, changedTo });
  });
});
