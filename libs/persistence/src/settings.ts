import { decodes, knownQuery, NOT_DECODED, wholeNumber } from '@safety/platform';
import { z } from 'zod';

/** The names that node-postgres reads in an address, and one that other clients of PostgreSQL read. */
const query = knownQuery({
  sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  sslrootcert: undefined,
  sslcert: undefined,
  sslkey: undefined,
  sslnegotiation: ['postgres', 'direct'],
  ssl: ['true', '1', '0', 'no-verify'],
  uselibpqcompat: undefined,
  application_name: undefined,
  fallback_application_name: undefined,
  options: undefined,
  client_encoding: undefined,
  statement_timeout: undefined,
  lock_timeout: undefined,
  idle_in_transaction_session_timeout: undefined,
  query_timeout: undefined,
  connect_timeout: undefined,
  replication: undefined,
  binary: undefined,
  user: undefined,
  password: undefined,
  host: undefined,
  port: undefined,
});

export const postgresAddress = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'has to be an address with postgres://, such as postgres://user:password@host:5432/database',
    abort: true,
  })
  .refine(decodes, { error: NOT_DECODED })
  .check(query);

/** Settings of a service with a database. */
export const databaseSettings = {
  DATABASE_URL: postgresAddress.describe("The service's own database, as its restricted role."),
  DATABASE_POOL_SIZE: wholeNumber(1, 100).default(10).describe('Connections each process may hold.'),
  DATABASE_CONNECT_TIMEOUT_MS: wholeNumber(100, 60_000)
    .default(2_000)
    .describe('Milliseconds to wait for a connection to PostgreSQL, a new one or one that becomes free.'),
};

export const databaseSettingsSchema = z.object(databaseSettings);
export type DatabaseSettings = z.infer<typeof databaseSettingsSchema>;

/** Settings of the command that prepares a database. */
export const prepareSettings = {
  DATABASE_URL: databaseSettings.DATABASE_URL,
  MIGRATION_DATABASE_URL: postgresAddress
    .optional()
    .describe(
      'The same database, by the same name, as its owner, who creates what is missing; without it somebody else has to prepare.',
    ),
  PREPARATION_TIMEOUT_MS: wholeNumber(0, 3_600_000)
    .default(600_000)
    .describe(
      'Milliseconds to wait for PostgreSQL, and for the preparation of another replica, or of a Job.',
    ),
  DEMO: z.enum(['true', 'false']).default('false').describe('Adds the demo data.'),
};
