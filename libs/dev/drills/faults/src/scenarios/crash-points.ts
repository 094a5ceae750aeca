import type { AppName } from '@safety/local-stack';
import { Api, addedId, newName } from '../api.js';
import { inDatabase } from '../compare-writes.js';
import { hazardWrite, personWrite } from '../requests.js';
import type { Testbed } from '../testbed.js';
import { withRedis } from './redis.js';
import type { Scenario } from './scenario.js';
import { must, until } from './until.js';

const STREAM = 'bus:personnel-org';
const READER = 'hazards-events';
const ROUNDS = 2;
/** A message that a killed process had taken is taken over after 15 s. */
const TAKEN_OVER_WITHIN_MS = 25_000;

/** The first row of a statement in a service's database. */
const select = (testbed: Testbed, app: AppName, text: string, values: unknown[]) =>
  inDatabase(testbed.suite, app, async (client) => (await client.query(text, values)).rows[0]);

const hears = (testbed: Testbed, id: string) =>
  until('hazards-events hears of the person', async () =>
    Boolean(await select(testbed, READER, 'SELECT 1 FROM personnel WHERE id = $1', [id])),
  );

/** The message about a person in the outbox. */
const messageOf = (testbed: Testbed, id: string) =>
  select(
    testbed,
    'personnel-org',
    "SELECT envelope ->> 'id' AS event, published_at AS published FROM outbox WHERE envelope #>> '{payload,id}' = $1",
    [id],
  );

const timesApplied = async (testbed: Testbed, event: string): Promise<number> =>
  (await select(testbed, READER, 'SELECT count(*)::int AS times FROM inbox WHERE event_id = $1', [event]))
    .times;

const entries = (testbed: Testbed) =>
  withRedis(testbed.suite.redisUrl, async (redis) =>
    (await redis.xrange(STREAM, '-', '+')).map(([id, [, text = '{}']]) => ({
      id,
      envelope: JSON.parse(text) as { id: string; payload: { id: string } },
    })),
  );

/** Kills the only process of a service and waits for the next one. */
async function kill({ suite }: Testbed, app: AppName): Promise<void> {
  suite.kill(app, 'SIGKILL');
  await suite.ready(app);
}

const crashPoint = (name: string, app: AppName, happen: Scenario['happen']): Scenario => ({
  name: `kill -9 ${app} between ${name}`,
  concerns: [app],
  ends: [app],
  rounds: ROUNDS,
  happen,
});

/**
 * Exact points in the life of a change: the proxy stops the connection there, what is true then is looked at,
 * and the process killed.
 */
export const crashPoints: Scenario[] = [
  crashPoint('commit and reply', 'hazards-events', async (testbed) => {
    const { suite, postgres } = testbed;
    const api = await Api.of(testbed);
    const name = newName();
    let writing: object | undefined;
    const stopped = postgres.stopAt((piece, connection) => {
      if (piece.includes(name)) writing = connection;
      return connection === writing && piece.includes('COMMIT');
    }, 'after');
    const unanswered = api.add(hazardWrite, name);
    await stopped;
    const kept = async () =>
      select(testbed, 'hazards-events', 'SELECT id FROM hazards WHERE title = $1', [name]);
    await until('the change is committed', async () => Boolean(await kept()));
    suite.kill('hazards-events', 'SIGKILL');
    const { status } = await unanswered;
    must(`the first request is answered 503 and not ${status}`, status === 503);
    await postgres.restore();
    await suite.ready('hazards-events');
    await until('the request can be sent again', async () => {
      const again = await api.add(hazardWrite, name);
      if (again.status === 503) return false;
      must('the retry gets the same row', addedId(again) === (await kept()).id);
      return true;
    });
    const { count } = await select(
      testbed,
      'hazards-events',
      'SELECT count(*)::int AS count FROM hazards WHERE title = $1',
      [name],
    );
    must(`there is one row and not ${count}`, count === 1);
  }),

  crashPoint('commit and publish', 'personnel-org', async (testbed) => {
    const proxy = testbed.redis['personnel-org'];
    const api = await Api.of(testbed);
    proxy.hold();
    const id = addedId(await api.add(personWrite, newName()));
    must('the message is not published', (await messageOf(testbed, id)).published === null);
    await kill(testbed, 'personnel-org');
    must('the message is still not published', (await messageOf(testbed, id)).published === null);
    await proxy.restore();
    await hears(testbed, id);
    must('it is applied once', (await timesApplied(testbed, (await messageOf(testbed, id)).event)) === 1);
  }),

  crashPoint('publish and mark', 'personnel-org', async (testbed) => {
    const { postgres } = testbed;
    const api = await Api.of(testbed);
    const stopped = postgres.stopAt(
      (piece, { greeting }) =>
        piece.includes('UPDATE outbox SET published_at = now()') && greeting.includes('personnel_org'),
      'before',
    );
    const id = addedId(await api.add(personWrite, newName()));
    await stopped;
    const { event, published } = await messageOf(testbed, id);
    must('the message is not marked', published === null);
    await until('the message is in the stream', async () =>
      (await entries(testbed)).some(({ envelope }) => envelope.id === event),
    );
    await kill(testbed, 'personnel-org');
    await postgres.restore();
    await until('the message is marked', async () => (await messageOf(testbed, id)).published !== null);
    await hears(testbed, id);
    must('it is applied once', (await timesApplied(testbed, event)) === 1);
  }),

  crashPoint('handler commit and ack', READER, async (testbed) => {
    const proxy = testbed.redis[READER];
    const api = await Api.of(testbed);
    let acknowledged = '';
    const stopped = proxy.stopAt((piece) => {
      acknowledged = /xack.*?bus:personnel-org.*?(?<!\d)(\d+-0)/is.exec(piece)?.[1] ?? '';
      return acknowledged !== '';
    }, 'before');
    addedId(await api.add(personWrite, newName()));
    await stopped;
    const entry = (await entries(testbed)).find(({ id }) => id === acknowledged);
    const event = entry?.envelope.id ?? '';
    must('the handler has committed', (await timesApplied(testbed, event)) === 1);
    const isPending = () =>
      withRedis(
        testbed.suite.redisUrl,
        async (redis) => (await redis.xpending(STREAM, READER, acknowledged, acknowledged, 1)).length > 0,
      );
    must('the message is not acknowledged', await isPending());
    await kill(testbed, READER);
    await proxy.restore();
    await until('the message is acknowledged', async () => !(await isPending()), TAKEN_OVER_WITHIN_MS);
    must('it is applied once', (await timesApplied(testbed, event)) === 1);
  }),
];
