import { expect, it } from '@jest/globals';
import { withText } from './with-text.js';

it('an error without a text says what all say that it stands for', () => {
  const errors = [new Error('connect ECONNREFUSED ::1:1'), new Error('connect ECONNREFUSED 127.0.0.1:1')];
  expect(withText(new AggregateError(errors)).message).toBe(
    'connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1',
  );
});

it.each([new Error('Refused'), new Error(''), new AggregateError([new Error('Refused')], 'None of both')])(
  'any other stays as it is: %s',
  (error) => {
    expect(withText(error)).toBe(error);
  },
);
