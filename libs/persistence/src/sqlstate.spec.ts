import { expect, it } from '@jest/globals';
import { endsConnection } from './sqlstate.js';

it.each([
  ['08006', 'the connection is lost', true],
  ['25P03', 'a transaction was idle for too long', true],
  ['25P04', 'a transaction took too long', true],
  ['28P01', 'the password is wrong', true],
  ['53300', 'there are too many connections', true],
  ['57P01', 'an administrator ends it', true],
  ['57P05', 'the session was idle for too long', true],
  ['XX000', 'an internal error', true],
  ['22012', 'a division by zero', false],
  ['23505', 'a unique key is violated', false],
  ['25006', 'a write where one may only read', false],
  ['25P02', 'a statement of the transaction failed before', false],
  ['40P01', 'a deadlock', false],
  ['53100', 'the disk is full', false],
  ['55P03', 'a lock was not given', false],
  ['57014', 'the statement took too long', false],
])('%s, %s: whether it ends the connection is %s', (code, _, ends) => {
  expect(endsConnection(Object.assign(new Error(), { code, severity: 'ОШИБКА' }))).toBe(ends);
});
