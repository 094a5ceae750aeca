import { AsyncLocalStorage } from 'node:async_hooks';
import type { MessageContract } from '@safety/contracts';
import {
  ChangeRecord,
  type CompanyActor,
  CompanyRecord,
  CompanyRows,
  CompanyTransactions,
  CreateChanges1700000000004,
  CreationDigests,
  Cursors,
  databaseSettingsSchema,
  prepareDatabase,
  type RowsOptions,
  RowsSource,
  recordColumnsSql,
  resourceTableSql,
  serviceDataSource,
} from '@safety/persistence';
import { Change } from '@safety/platform';
import { createTestDatabase } from '@safety/testing';
import pg from 'pg';
import { Column, Entity, type MigrationInterface, type QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { z } from 'zod';
import { Outbox } from '../outbox/outbox.js';
import { outboxMigrations } from '../outbox/outbox.migrations.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import { logger, publicKeysOf, signerOf } from './bus.js';

@Entity('things')
export class Thing extends CompanyRecord {
  @Column('text') title!: string;
  @Column('text', { nullable: true }) secret!: string | null;
}

class CreateThings1800000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE things (${recordColumnsSql}, title text NOT NULL, secret text);
      ${resourceTableSql('things')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE things');
  }
}

/** Rows of a service, with the options that a spec is about. */
export class ThingRows extends CompanyRows<Thing, CompanyActor> {
  constructor(source: RowsSource, options: Partial<RowsOptions<CompanyActor, Thing>>) {
    super(source, Thing, {
      what: 'thing',
      visible: 'to everyone',
      defaultSort: { key: 'title', descending: false },
      search: [],
      ...options,
    });
  }
}

/** A request that wants `values` of a thing. */
export const wanting = (values: Partial<Thing>): Change<Partial<Thing>> =>
  new Change(z.custom<Partial<Thing>>(), values, undefined, false);

/** Several statements in one message: the answers go to its callback, not to those who send it. */
interface Message {
  callback(...answer: unknown[]): void;
}

type Owner = MessageContract['owner'];
export type Things = Awaited<ReturnType<typeof openThings>>;

/** A database of things with an outbox, and the parts of a service on it. */
export async function openThings(redisUrl: string) {
  const database = await createTestDatabase('bus-changes', (urls) =>
    prepareDatabase({
      ...urls,
      migrations: [...outboxMigrations, CreateChanges1700000000004, CreateThings1800000000000],
    }),
  );
  const settings = databaseSettingsSchema.parse({
    DATABASE_URL: database.serviceUrl,
    DATABASE_POOL_SIZE: 24,
  });
  const dataSource = await serviceDataSource(settings, [Thing]).initialize();
  const transactions = new CompanyTransactions(dataSource);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const relays: OutboxRelay[] = [];
  const { master: pool } = dataSource.driver as PostgresDriver;

  /** The work that is watched, which takes a connection after others that are not. */
  const isWatched = new AsyncLocalStorage<true>();

  /** Calls `after` when each statement of a transaction has been answered, with how many there were. */
  async function watched(
    after: (count: number, client: pg.PoolClient & { processID: number }) => Promise<void>,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const connect = pool.connect.bind(pool);
    pool.connect = async () => {
      if (!isWatched.getStore()) return connect();
      pool.connect = connect;
      const client = await connect();
      const query = client.query;
      let count = 0;
      client.query = async (...args: unknown[]) => {
        const [statement] = args as [Partial<Message>];
        const { callback } = statement;
        if (callback) {
          statement.callback = (...answer) => void after(++count, client).then(() => callback(...answer));
          return query.apply(client, args);
        }
        const answer = await query.apply(client, args);
        await after(++count, client);
        return answer;
      };
      const release = client.release;
      client.release = (error?: Error) => {
        client.query = query;
        client.release = release;
        release.call(client, error);
      };
      return client;
    };
    await isWatched.run(true, work);
  }

  return {
    owner,
    transactions,
    sourceFor(service: Owner): RowsSource {
      const unwoken = { wake: () => undefined } as OutboxRelay;
      const record = new ChangeRecord(dataSource, new Outbox(unwoken, { service }), logger);
      const secret = { CURSOR_SECRET: 'x'.repeat(32) };
      const digests = new CreationDigests(secret);
      return new RowsSource(dataSource, transactions, new Cursors(secret), record, digests);
    },
    /** A relay that publishes as in a service. */
    relayFor(service: Owner): OutboxRelay {
      const relay = new OutboxRelay(
        dataSource,
        {
          REDIS_URL: redisUrl,
          BUS_PUBLIC_KEYS: publicKeysOf(service),
          BUS_SIGNING_KEY: signerOf(service),
        },
        { service },
        logger,
      );
      relays.push(relay);
      void relay.onApplicationBootstrap();
      return relay;
    },
    async stopRelays(): Promise<void> {
      for (const relay of relays.splice(0)) {
        await relay.beforeApplicationShutdown();
        await relay.onApplicationShutdown();
      }
    },
    async countStatements(work: () => Promise<unknown>): Promise<number> {
      let statements = 0;
      await watched(async (count) => {
        statements = count;
      }, work);
      return statements;
    },
    /**
     * Ends the backend of PostgreSQL once it has answered the statement with this number. The pool knows of
     * it before the work goes on: else whoever comes next would get the dead connection.
     */
    killAfter: (last: number, work: () => Promise<unknown>): Promise<void> =>
      watched(async (count, client) => {
        if (count !== last) return;
        const { promise: hasEnded, resolve } = Promise.withResolvers<void>();
        client.once('end', resolve);
        await owner.query('SELECT pg_terminate_backend($1, 5000)', [client.processID]);
        await hasEnded;
      }, work),
    async close(): Promise<void> {
      await owner.end();
      await dataSource.destroy();
      await database.drop();
    },
  };
}
