import { randomBytes, randomUUID } from 'node:crypto';
import { Signer } from '@safety/bus';
import { Api, addedId, newName } from '../api.js';
import { inDatabase } from '../compare-writes.js';
import { personWrite } from '../requests.js';
import type { Testbed } from '../testbed.js';
import { withRedis } from './redis.js';
import type { Scenario } from './scenario.js';
import { must, until } from './until.js';

const OWNER = 'personnel-org';
const STREAM = `bus:${OWNER}`;
const READER = 'hazards-events';
const DEAD_LETTERS = `bus:dead:${READER}`;
const SOME = 20;
/** A stream that is not blocked is read immediately. */
const HEARD_WITHIN_MS = 5_000;

/** The row of a person in hazards-events. */
const known = (
  { suite }: Testbed,
  id: string,
): Promise<{ version: number; display_name: string } | undefined> =>
  inDatabase(suite, READER, async (client) => {
    const text = 'SELECT version, display_name FROM personnel WHERE id = $1';
    return (await client.query(text, [id])).rows[0];
  });

const heard = (testbed: Testbed, id: string) =>
  until('hazards-events hears of a person', async () => Boolean(await known(testbed, id)), HEARD_WITHIN_MS);

const applied = ({ suite }: Testbed, event: string) =>
  until('the message is applied', () =>
    inDatabase(suite, READER, async (client) => {
      const { rowCount } = await client.query('SELECT FROM inbox WHERE event_id = $1', [event]);
      return rowCount === 1;
    }),
  );

/**
 * Publishes messages behind the newest one, signed by their owner, without taking the places of those that
 * come.
 */
const publish = (testbed: Testbed, ...envelopes: string[]) =>
  publishWithKey(
    testbed,
    envelopes,
    Buffer.from(testbed.suite.environment[OWNER]['BUS_SIGNING_KEY'] ?? '', 'base64'),
  );

const publishWithKey = (testbed: Testbed, envelopes: readonly string[], seed: Buffer) =>
  withRedis(testbed.suite.redisUrl, async (redis) => {
    const signer = new Signer(seed);
    for (const envelope of envelopes) {
      const [newest] = await redis.xrevrange(STREAM, '+', '-', 'COUNT', 1);
      const fields = ['envelope', envelope, 'signature', signer.sign(STREAM, envelope)];
      await redis.xadd(STREAM, `${newest?.[0].split('-')[0]}-*`, ...fields);
    }
  });

/** The newest envelopes, oldest first. */
const newest = (testbed: Testbed, count: number): Promise<string[]> =>
  withRedis(testbed.suite.redisUrl, async (redis) =>
    (await redis.xrevrange(STREAM, '+', '-', 'COUNT', count)).map(([, [, text = '']]) => text).reverse(),
  );

const stateOfReader = ({ suite }: Testbed): Promise<string> =>
  inDatabase(suite, READER, async (client) => {
    const text =
      "SELECT md5(string_agg(personnel::text, '' ORDER BY id)) AS digest FROM personnel WHERE NOT starts_with(display_name, 'Drill ')";
    return (await client.query(text)).rows[0].digest;
  });

const onTheBus = (what: string, happen: Scenario['happen']): Scenario => ({
  name: `bus messages ${what}`,
  concerns: [],
  happen,
});

/**
 * Messages as a broken network, a failover or a broken publisher may leave them: same end state, nothing
 * blocked.
 */
export const busScenarios: Scenario[] = [
  onTheBus('come twice', async (testbed) => {
    const api = await Api.of(testbed);
    const before = await stateOfReader(testbed);
    const again = await newest(testbed, SOME);
    await publish(testbed, ...again, ...again.toReversed());
    await heard(testbed, addedId(await api.add(personWrite, newName())));
    must('the readers know what they knew', (await stateOfReader(testbed)) === before);
  }),

  onTheBus('come in another order', async (testbed) => {
    const api = await Api.of(testbed);
    const id = addedId(await api.add(personWrite, newName()));
    await heard(testbed, id);
    const [first = ''] = (await newest(testbed, SOME)).filter((text) => text.includes(id));
    const changed = await api.send(`/api/personnel/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json', 'if-match': '*' },
      body: JSON.stringify({ preferredName: 'Renamed' }),
    });
    must(`the change is answered 200 and not ${changed.status}`, changed.status === 200);
    await until(
      'the change is heard of',
      async () => (await known(testbed, id))?.display_name.startsWith('Renamed') ?? false,
    );
    const late = randomUUID();
    await publish(testbed, JSON.stringify({ ...JSON.parse(first), id: late }));
    await applied(testbed, late);
    must('the newer state stays', (await known(testbed, id))?.display_name.startsWith('Renamed') ?? false);
  }),

  onTheBus('are lost by a failover', async (testbed) => {
    const api = await Api.of(testbed);
    const proxy = testbed.redis[READER];
    const copy = await withRedis(testbed.suite.redisUrl, (redis) => redis.dumpBuffer(STREAM));
    proxy.hold();
    const id = addedId(await api.add(personWrite, newName()));
    await until('the message is in the stream', async () =>
      (await newest(testbed, SOME)).some((text) => text.includes(id)),
    );
    await withRedis(testbed.suite.redisUrl, (redis) => redis.restore(STREAM, 0, copy, 'REPLACE'));
    must('the message is gone', !(await newest(testbed, SOME)).some((text) => text.includes(id)));
    await proxy.restore();
    await heard(testbed, id);
  }),

  onTheBus('are poisoned', async (testbed) => {
    const api = await Api.of(testbed);
    const setAside = () => withRedis(testbed.suite.redisUrl, (redis) => redis.xlen(DEAD_LETTERS));
    const before = await setAside();
    const [text = '{}'] = await newest(testbed, 1);
    const envelope = JSON.parse(text);
    const unreadable = [
      '',
      '{"id":',
      '{}',
      JSON.stringify({ ...envelope, id: randomUUID(), payload: 'none' }),
    ];
    // It keeps to its contract, and no database can hold the version: this one is tried several times.
    const impossible = { ...envelope.payload, version: Number.MAX_SAFE_INTEGER };
    await publish(
      testbed,
      ...unreadable,
      JSON.stringify({ ...envelope, id: randomUUID(), payload: impossible }),
    );
    // It is what a service would believe, but for the key.
    await publishWithKey(testbed, [JSON.stringify({ ...envelope, id: randomUUID() })], randomBytes(32));
    await heard(testbed, addedId(await api.add(personWrite, newName())));
    await until(
      'the unreadable ones and the forged one are set aside',
      async () => (await setAside()) === before + unreadable.length + 1,
    );
  }),
];
