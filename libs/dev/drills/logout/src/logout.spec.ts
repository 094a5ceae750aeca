import { afterAll, beforeAll } from '@jest/globals';
import { describeReuse } from './reuse.cases.js';
import { describeSingleLogout } from './single-logout.cases.js';
import { startTestbed, type Testbed } from './testbed.js';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await startTestbed(
    { ...process.env, DATABASE_URL: process.env['TEST_DATABASE_URL'], LOG_LEVEL: 'fatal' },
    ['answers', 'answers', 'is dead', 'never ends its headers'],
  );
}, 300_000);

afterAll(() => testbed.stop());

describeReuse(() => testbed);
describeSingleLogout(() => testbed);
