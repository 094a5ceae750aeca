import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectRedis } from '@safety/bus';
import { publishSigned } from '@safety/bus/testing';
import { companyUserChanged } from '@safety/contracts';
import { LOGGER, type Logger } from '@safety/platform';
import { eventually, type TestApi, type TestCaller } from '@safety/testing';
import type { z } from 'zod';
import { addPlace, person, startPersonnelOrg, type TestPlace } from '../testing/organisation.js';

/** No other spec runs this service on it: its replicas share what arrives. */

let api: TestApi;
let redis: ReturnType<typeof connectRedis>;
let admin: TestCaller;
let place: TestPlace;

beforeAll(async () => {
  api = await startPersonnelOrg();
  redis = connectRedis(process.env['REDIS_URL'] ?? '', api.app.get<Logger>(LOGGER));
  await eventually(() => expect(redis.status).toBe('ready'));
  admin = await api.caller();
  place = await addPlace(api, admin.companyId, 'Quarry');
});

afterAll(async () => {
  redis.disconnect();
  await api.close();
});

async function publish(...states: z.input<typeof companyUserChanged.payload>[]): Promise<void> {
  for (const payload of states) {
    const { name: type } = companyUserChanged;
    const { companyId } = admin;
    const envelope = { id: randomUUID(), type, companyId, occurredAt: new Date().toISOString(), payload };
    await publishSigned(redis, companyUserChanged, envelope);
  }
}

const linked = (userId: string) => admin.post('/personnel', person(place, { userId }));

describe('company-user-changed.v1', () => {
  it('lets a person be linked to a user who joins, and to nobody who leaves, in whatever order it is told', async () => {
    const [joining, leaving] = [randomUUID(), randomUUID()];
    expect((await linked(joining)).status).toBe(422);
    await publish(
      { userId: leaving, version: 2, belongs: false },
      { userId: leaving, version: 1, belongs: true },
      { userId: joining, version: 1, belongs: true },
    );
    await eventually(async () => expect((await linked(joining)).status).toBe(201));
    const { status, body } = await linked(leaving);
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/userId', code: 'not-found' }],
    });
  });

  it('is about one company', async () => {
    const userId = randomUUID();
    await publish({ userId, version: 1, belongs: true });
    await eventually(async () => expect((await linked(userId)).status).toBe(201));
    const other = await api.caller();
    const elsewhere = await addPlace(api, other.companyId, 'Quarry');
    const { body } = await other.post('/personnel', person(elsewhere, { userId }));
    expect(body.errors).toMatchObject([{ pointer: '/userId', code: 'not-found' }]);
  });
});
