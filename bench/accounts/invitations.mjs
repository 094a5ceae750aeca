// How long an invitation takes: of a user of many companies, and of an address that nobody has.
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../common/statistics.mjs';

const names = { givenName: 'Ida', familyName: 'Invited' };

/** One invitation of each kind by one company after the other, in turns. */
export async function measureInvitations(callers, accounts, companies, email) {
  const times = { known: [], unknown: [] };
  const timed = async (kind, { id, roleId }, address) => {
    const startedAt = performance.now();
    await callers.administer(id, 'POST', '/users', { ...names, email: address, roles: [{ roleId }] });
    times[kind].push(performance.now() - startedAt);
    await untilPublished(accounts);
  };
  for (const [round, company] of companies.entries()) {
    const unknown = ['unknown', company, `${crypto.randomUUID()}@bench.example`];
    const known = ['known', company, email];
    for (const invitation of round % 2 === 0 ? [known, unknown] : [unknown, known])
      await timed(...invitation);
  }
  const [knownMs, unknownMs] = [median(times.known), median(times.unknown)];
  return {
    invitations: companies.length,
    knownMs: Number(knownMs.toFixed(2)),
    unknownMs: Number(unknownMs.toFixed(2)),
    apartMs: Number(Math.abs(knownMs - unknownMs).toFixed(2)),
  };
}

/** Users are published after the answer, which takes longer for a user of many companies. */
async function untilPublished(accounts) {
  for (;;) {
    const { rows } = await accounts.query(
      'SELECT FROM users_to_tell UNION ALL SELECT FROM outbox WHERE published_at IS NULL',
    );
    // Then identity takes it over.
    await delay(100);
    if (rows.length === 0) return;
  }
}
