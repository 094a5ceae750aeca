import { expect, it } from '@jest/globals';
import { loggableError } from './logger.js';

const SENT = 'jane.doe@typo.example';

it.each<[string, object]>([
  ['a command of Redis', { command: { name: 'auth', args: [SENT] }, previousErrors: [new Error(SENT)] }],
  ['a statement', { parameters: [SENT] }],
  ['a broken constraint', { detail: `Key (email)=(${SENT}) already exists.`, where: `of (${SENT})` }],
  ['a broken constraint by TypeORM', { driverError: { detail: `Key (email)=(${SENT}) already exists.` } }],
  ['a refused export', { data: SENT }],
  [
    'a refused mail',
    {
      rejected: [SENT],
      rejectedErrors: [Object.assign(new Error(SENT), { recipient: SENT })],
      recipient: SENT,
      response: `550 <${SENT}>: no such user`,
    },
  ],
])('what was sent is not logged with the error of %s', (_, members) => {
  const logged = loggableError(Object.assign(new Error('It failed'), { code: 'E1' }, members));
  expect(JSON.stringify(logged)).not.toContain(SENT);
  expect(logged).toMatchObject({ message: 'It failed', code: 'E1', stack: expect.any(String) });
});
