import { expect, it } from '@jest/globals';
import { allowedTransitions, type TransitionTable, transitionSchema } from './transitions.js';

const table = {
  publish: { from: ['draft'], to: 'active' },
  retire: { from: ['active', 'draft'], to: 'retired' },
} as const satisfies TransitionTable;

const describedOf = (terms?: { publish: string }): string | undefined =>
  transitionSchema('SpecTransition', table, {}, terms).shape.transition.description;

it('the description of a transition is the table', () => {
  expect(describedOf()).toBe('publish: from draft to active. retire: from active or draft to retired.');
});

it('the terms of a step follow what the table says of it', () => {
  expect(describedOf({ publish: ', or to review where somebody has to approve it' })).toBe(
    'publish: from draft to active, or to review where somebody has to approve it. ' +
      'retire: from active or draft to retired.',
  );
});

it('the steps that start from a status', () => {
  expect(allowedTransitions(table, 'draft')).toEqual(['publish', 'retire']);
  expect(allowedTransitions(table, 'active')).toEqual(['retire']);
});
