import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { drill, noOffences, type Offences } from './drill.js';
import { describeRestores } from './restore.cases.js';
import { fewScenarios } from './scenarios/index.js';
import type { Scenario } from './scenarios/scenario.js';
import { startTestbed, type Testbed } from './testbed.js';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await startTestbed({
    env: { ...process.env, DATABASE_URL: process.env['TEST_DATABASE_URL'], LOG_LEVEL: 'fatal' },
    replicas: { gateway: 2 },
  });
}, 300_000);

afterAll(() => testbed.stop());

/**
 * A fault affects other services each time. A machine that others keep busy makes a service answer
 * 503 now and then, so that alone is looked at again. Half of the load of the bench: other specs run beside.
 */
async function offencesOf(scenario: Scenario, tries = 3): Promise<Offences> {
  const { offences } = await drill(testbed, scenario, { rounds: 1, perSecond: 20 });
  return offences.spread.length === 0 || tries === 1 || !onlySpread(offences)
    ? offences
    : offencesOf(scenario, tries - 1);
}

const onlySpread = (offences: Offences): boolean =>
  isDeepStrictEqual({ ...offences, spread: [] }, noOffences);

it.each(fewScenarios)(
  '$name: nothing is lost, doubled, mixed up, revived or refused, and nobody else notices',
  async (scenario) => expect(await offencesOf(scenario)).toEqual(noOffences),
  300_000,
);

// The last: services lose what they were told.
describe('after faults', () => describeRestores(() => testbed));
