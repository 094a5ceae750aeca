import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, type Listener, listen } from '@safety/testing';
import { Database } from '../storage/database/database.js';
import { type IdentityUnderTest, startIdentity } from '../testing/identity-under-test.js';
import { type LogoutReceiver, startLogoutReceiver } from '../testing/logout-receiver.js';
import { LogoutDeliveries } from './logout-deliveries.js';

const SLOW_CLIENTS = 6;
const FAST_CALLS = 20;
const AT_ONCE = 50;

describe('logout calls to clients that answer late', () => {
  let provider: IdentityUnderTest;
  let fast: LogoutReceiver;
  /** Answers at once, until it is told to answer no more. */
  let slow: Listener;
  let holds = false;
  let answered = 0;
  let held = 0;
  let mostHeld = 0;
  let ended = 0;
  beforeAll(async () => {
    fast = await startLogoutReceiver();
    slow = await listen((_request, response) => {
      if (!holds) {
        answered += 1;
        response.end();
        return;
      }
      held += 1;
      mostHeld = Math.max(mostHeld, held);
      response.once('close', () => {
        held -= 1;
        ended += 1;
      });
    });
    provider = await startIdentity({ LOGOUT_ALLOWED_HOSTS: [fast.host, new URL(slow.url).host].join() });
  });
  beforeEach(() => {
    holds = false;
    answered = held = mostHeld = ended = 0;
  });
  afterEach(async () => {
    await provider.query("DELETE FROM clients WHERE id LIKE 'slow-%' OR id = 'fast'");
    await eventually(() => expect(held).toBe(0));
  });
  afterAll(async () => {
    await slow.close();
    await provider.close();
    await fast.close();
  });

  const addClient = (id: string, companyId: string | null, logoutUri: string) =>
    provider.query(
      `INSERT INTO clients SELECT (jsonb_populate_record(clients, $1)).* FROM clients WHERE id = 'demo-web'`,
      [JSON.stringify({ id, company_id: companyId, logout_uri: logoutUri })],
    );
  const signOut = (clientIds: string[], sid: string = randomUUID()): Promise<void> =>
    provider.app
      .get(Database, { strict: false })
      .transaction((transaction) =>
        provider.app
          .get(LogoutDeliveries, { strict: false })
          .schedule(transaction, [{ sid, userId: randomUUID(), clientIds }]),
      );

  const cases = [
    {
      name: 'six clients of one company; a client of another',
      of: (own: string) => own,
      fastOf: randomUUID(),
    },
    { name: "six of the operator's clients; a company's client", of: () => null, fastOf: randomUUID() },
    { name: "six clients of one company; one of the operator's", of: (own: string) => own, fastOf: null },
    { name: 'six clients of one company; a seventh of the same', of: (own: string) => own, fastOf: 'same' },
  ];
  it.each(cases)(
    '$name is called without waiting for them',
    async ({ of, fastOf }) => {
      const company = randomUUID();
      const ids = Array.from({ length: SLOW_CLIENTS }, (_, number) => `slow-${number}`);
      for (const id of ids) await addClient(id, of(company), slow.url);
      await addClient('fast', fastOf === 'same' ? company : fastOf, fast.uri);
      // Each has taken a call: they are known to answer.
      await signOut(ids);
      await eventually(() => expect(answered).toBe(SLOW_CLIENTS));
      const first = fast.nextCall();
      await signOut(['fast']);
      await first;

      holds = true;
      for (let number = 0; number < AT_ONCE; number += 1) await signOut(ids);
      await eventually(() => expect(held).toBeGreaterThanOrEqual(2 * SLOW_CLIENTS));
      let withoutWaiting = 0;
      for (let number = 0; number < FAST_CALLS; number += 1) {
        const endedBefore = ended;
        const call = fast.nextCall();
        await signOut(['fast']);
        await call;
        if (ended === endedBefore) withoutWaiting += 1;
      }
      // One may come at the moment when the slow ones are given up.
      expect(withoutWaiting).toBeGreaterThan(FAST_CALLS / 2);
      expect(mostHeld).toBeLessThan(AT_ONCE);
    },
    60_000,
  );
});
