import { expect, it } from '@jest/globals';
import { establishmentSchema } from './establishment.js';

const { streetAddress } = establishmentSchema.shape;

it.each([
  'PO Box 12',
  'po  box 12',
  'P.O. Box 12',
  'P. O. Box 12',
  'PO Box12',
  'P.O. Box12',
  'POBox 12',
  'PO-Box 12',
  'Post Office Box 12',
  'Post-Office Box 12',
  'Suite 3, PO Box 4',
  'PO Box',
])('no street: %s', (given) => {
  expect(streetAddress.safeParse(given).error?.issues).toMatchObject([
    { message: 'Must be a street, not a post office box.' },
  ]);
});

it.each(['PO Boxwood Lane', '12 Post Office Road', '3 Expo Box Street', '4 Box Road'])(
  'a street: %s',
  (given) => {
    expect(streetAddress.parse(given)).toBe(given);
  },
);
