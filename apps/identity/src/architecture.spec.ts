import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type IdentityUnderTest, startIdentity } from './testing/identity-under-test.js';

/** Why a table is not walled in by company: nothing in this database belongs to one. */
const tablesWithoutCompany: Record<string, string> = {
  migrations: 'which changes the database has',
  outbox: 'messages about users and sessions',
  accounts_position: 'a number of a message',
  handled_messages: 'ids of messages',
  bus_generation: 'one number, for all that the service publishes',
  bus_positions: 'names of streams and ids of their entries',
  keys: 'the keys of the service itself',
  clients: 'found at sign-in, before any company is known; company_id says who manages it',
  client_secrets: 'of clients',
  deleted_clients: 'like clients; company_id says who managed it',
  users: 'a user belongs to several companies',
  credentials: 'of users, who sign in to none of their companies',
  sessions: 'signed in to every company of the user',
  console_sessions: 'of sessions to the console',
  grants: 'of a user to a client',
  refresh_tokens: 'of grants',
  revocations: 'of sessions and grants',
  logout_deliveries: 'of sessions to clients',
  audit_records: 'mostly about users and sessions',
  password_links: 'of users',
  email_links: 'of users',
  outgoing_mails: 'to users, on their own account',
  demo_mails: 'what the demo would have sent',
  known_devices: 'of users, who sign in to none of their companies',
  counters: 'nobody is signed in yet',
  short_lived: 'nobody is signed in yet',
  session_limits: 'of a company each, read for all companies of a user at once',
  company_locales: 'of a company each, read for all companies of a user at once',
  suspended_companies: 'of a company each, read before any company is known',
  pending_invitations: 'read at the first password of a user, for all companies at once',
};

describe('architecture', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(() => provider.close());

  it('every table is known, with the reason why it belongs to no company', async () => {
    const rows = await provider.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(tablesWithoutCompany).sort());
  });

  it('every foreign key has an index of its own, so that removing expired rows stays cheap', async () => {
    const rows = await provider.query<{ name: string }>(`
      SELECT conname AS name FROM pg_constraint k
      WHERE contype = 'f' AND NOT EXISTS (
        SELECT 1 FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indkey[0] = k.conkey[1])`);
    expect(rows).toEqual([]);
  });

  it('the service owns nothing and may not change the schema', async () => {
    const [role] = await provider.query<{ owned: number }>(
      'SELECT count(*)::int AS owned FROM pg_class WHERE relowner = $1::regrole',
      [new URL(provider.database.serviceUrl).username],
    );
    expect(role?.owned).toBe(0);
  });
});
