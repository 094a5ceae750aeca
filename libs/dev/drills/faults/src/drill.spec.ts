import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { drill, noOffences } from './drill.js';
import { fewScenarios } from './scenarios/index.js';
import { startTestbed, type Testbed } from './testbed.js';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await startTestbed({
    env: { ...process.env, DATABASE_URL: process.env['TEST_DATABASE_URL'], LOG_LEVEL: 'fatal' },
    replicas: { gateway: 2 },
  });
}, 300_000);

afterAll(() => testbed.stop());

it.each(fewScenarios)(
  '$name: nothing is lost, doubled, mixed up, revived or refused, and nobody else notices',
  async (scenario) => {
    expect((await drill(testbed, scenario, { rounds: 1 })).offences).toEqual(noOffences);
  },
  120_000,
);
