import { expect, it } from '@jest/globals';
import { Histogram } from './histogram.js';

it('counts a value up to the first limit that it does not exceed, and sums by labels', () => {
  const histogram = new Histogram('test', 'Help.', [1, 2]);
  for (const value of [0.5, 1, 1.5, 2, 3]) histogram.record(value, 'a', () => ({ name: 'a' }));
  histogram.record(4, 'b', () => ({ name: 'b' }));
  expect([...histogram.series]).toEqual([
    { labels: { name: 'a' }, counts: [2, 2, 1], count: 5, sum: 8 },
    { labels: { name: 'b' }, counts: [0, 0, 1], count: 1, sum: 4 },
  ]);
});

it('makes labels for their first value alone', () => {
  const histogram = new Histogram('test', 'Help.', [1]);
  histogram.record(1, 'a', () => ({}));
  histogram.record(1, 'a', () => {
    throw new Error('They are known');
  });
  expect([...histogram.series]).toHaveLength(1);
});
