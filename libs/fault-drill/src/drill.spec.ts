import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type DrillGround, drill, prepareGround } from './drill.js';
import { fewFaults } from './faults.js';

let ground: DrillGround;

beforeAll(async () => {
  ground = await prepareGround({
    ...process.env,
    DATABASE_URL: process.env['TEST_DATABASE_URL'],
    LOG_LEVEL: 'fatal',
  });
}, 300_000);

afterAll(() => ground.stop());

it.each(fewFaults)(
  '$name: nothing is lost, doubled or mixed up, and nobody else notices',
  async (fault) => {
    const { unexpected, spread, hung, withoutRetryAfter, lost, doubled, foreign } = await drill(
      ground,
      fault,
    );
    expect({ unexpected, spread, hung, withoutRetryAfter, lost, doubled, foreign }).toEqual({
      ...{ unexpected: [], spread: 0, hung: 0, withoutRetryAfter: 0, lost: 0, doubled: 0, foreign: 0 },
    });
  },
  60_000,
);
