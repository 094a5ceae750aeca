import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { drill, noOffences } from './drill.js';
import { fewFaults } from './faults/index.js';
import { type Ground, prepareGround } from './ground.js';

let ground: Ground;

beforeAll(async () => {
  ground = await prepareGround({
    env: { ...process.env, DATABASE_URL: process.env['TEST_DATABASE_URL'], LOG_LEVEL: 'fatal' },
    replicas: { gateway: 2 },
  });
}, 300_000);

afterAll(() => ground.stop());

it.each(fewFaults)(
  '$name: nothing is lost, doubled, mixed up, revived or refused, and nobody else notices',
  async (fault) => {
    expect((await drill(ground, fault, { rounds: 1 })).offences).toEqual(noOffences);
  },
  120_000,
);
