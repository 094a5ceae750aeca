import { describe, expect, it } from '@jest/globals';
import { restartPauseMs } from './restart-pause.js';

describe('restartPauseMs', () => {
  it.each([
    [1, 50],
    [2, 200],
    [3, 400],
    [6, 2_000],
    [100, 2_000],
  ])('after crash %i is %i ms', (crashes, pause) => expect(restartPauseMs(crashes)).toBe(pause));
});
