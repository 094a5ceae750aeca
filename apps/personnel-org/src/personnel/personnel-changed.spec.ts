import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectRedis } from '@safety/bus';
import { type Envelope, envelopeSchema, personnelChanged } from '@safety/contracts';
import { LOGGER, type Logger } from '@safety/platform';
import { eventually, type TestApi } from '@safety/testing';
import { addPerson, addPlace, startPersonnelOrg } from '../spec-support/organisation.fixture.js';

let api: TestApi;
let redis: ReturnType<typeof connectRedis>;

beforeAll(async () => {
  api = await startPersonnelOrg();
  redis = connectRedis(process.env['REDIS_URL'] ?? '', api.app.get<Logger>(LOGGER));
  await eventually(() => expect(redis.status).toBe('ready'));
});

afterAll(async () => {
  redis.disconnect();
  await api.close();
});

/** What the stream of personnel-org says about a person, oldest first. */
async function published(id: string): Promise<Envelope[]> {
  const entries = await redis.xrevrange('bus:personnel-org', '+', '-', 'COUNT', 1000);
  return entries
    .map(([, fields]) => envelopeSchema.parse(JSON.parse(fields[1] ?? '')))
    .filter(({ payload }) => (payload as { id?: string }).id === id)
    .reverse();
}

describe('personnel-changed.v1', () => {
  it('arrives on the bus after POST and after PUT, in this order', async () => {
    const admin = await api.caller();
    const place = await addPlace(api, admin.companyId, 'Quarry');
    const added = await addPerson(admin, place, { preferredName: 'Evie' });
    await admin.put(`/personnel/${added.id}`, { ...added, preferredName: null });
    const envelopes = await eventually(async () => {
      const found = await published(added.id);
      expect(found).toHaveLength(2);
      return found;
    });
    expect(envelopes).toMatchObject([
      {
        type: personnelChanged.name,
        companyId: admin.companyId,
        payload: { version: 1, displayName: 'Evie Byrne' },
      },
      { companyId: admin.companyId, payload: { version: 2, displayName: 'Aoife Byrne' } },
    ]);
    expect(envelopes[0]?.payload).toMatchObject({ userId: null, orgStructureId: place.id, archived: false });
  });

  it('does not tell of a person who was refused', async () => {
    const admin = await api.caller();
    const place = await addPlace(api, admin.companyId, 'Quarry');
    const { id } = await addPerson(admin, place, { email: 'taken@example.test' });
    const refused = await addPerson(admin, place, { email: 'TAKEN@example.test' });
    expect(refused).toMatchObject({ code: 'duplicate', conflictingId: id });
    const after = await addPerson(admin, place);
    await eventually(async () => expect(await published(after.id)).toHaveLength(1));
    expect(await published(id)).toHaveLength(1);
  });
});
