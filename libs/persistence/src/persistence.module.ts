import { setTimeout as delay } from 'node:timers/promises';
import { type DynamicModule, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { HandlerSteps, Metrics, NoDatabase, Readiness, SETTINGS, SettingsError } from '@safety/platform';
import { DataSource, type EntityTarget } from 'typeorm';
import { ChangeRecord } from './changes/change-record.js';
import { DaysAhead } from './changes/days-ahead.js';
import { serviceDataSource } from './data-source.js';
import { DatabaseReadiness } from './database-readiness.js';
import { ExpiredKeys } from './idempotency/expired-keys.js';
import { IdempotencyStep } from './idempotency/idempotency-step.js';
import { StoredAnswers } from './idempotency/stored-answers.js';
import { measurePool } from './pool-metrics.js';
import { demandOwnAtStart } from './prepare/own-database.js';
import { OrgStructures } from './reach/org-structures.js';
import { CreationDigests } from './rows/creation-digest.js';
import { Cursors } from './rows/cursor.js';
import { RowsSource } from './rows/rows-source.js';
import { Counters } from './series/counters.js';
import { NumberSeries } from './series/number-series.js';
import type { DatabaseSettings } from './settings.js';
import { hasTimeLimitsSql, NO_TIME_LIMITS } from './time-limits.js';
import { CompanyTransactionStep } from './transaction/company-transaction-step.js';
import { CompanyTransactions } from './transaction/company-transactions.js';
import { WritersTurns } from './transaction/writers-turns.js';

/** Kubernetes waits a minute for the start (deploy/base/deployment.yaml): the reason is logged before. */
const TRY_AT_START_MS = 30_000;
const BETWEEN_TRIES_MS = 500;

/** The database of a service. */
export interface PersistenceOptions {
  entities: EntityTarget<object>[];
  /** The name of the oldest migration that no other service has: a database without it stops the start. */
  first: string;
}

export interface CompanyPersistenceOptions extends PersistenceOptions {
  /** Whether nearly all writes of a company take turns: then one at a time has a connection. */
  writersTakeTurns?: boolean;
}

/** Opens the database of a service and closes it last, when every other module has stopped. */
@Module({})
class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readiness: DatabaseReadiness,
    private readonly counters: Counters,
  ) {}

  static with({ entities, first }: PersistenceOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        {
          provide: DataSource,
          inject: [SETTINGS, Metrics],
          useFactory: (settings: DatabaseSettings, metrics: Metrics) =>
            openDatabase(settings, metrics, entities, first),
        },
        {
          provide: DatabaseReadiness,
          inject: [SETTINGS, Readiness],
          useFactory: openReadiness,
        },
        {
          provide: Counters,
          inject: [SETTINGS],
          useFactory: (settings: DatabaseSettings) => new Counters(settings),
        },
      ],
      exports: [DataSource, Counters],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.dataSource.destroy(), this.readiness.close(), this.counters.close()]);
  }
}

async function openDatabase(
  settings: DatabaseSettings,
  metrics: Metrics,
  entities: EntityTarget<object>[],
  first: string,
): Promise<DataSource> {
  const dataSource = await connected(serviceDataSource(settings, entities));
  try {
    await demandOwnAtStart(dataSource, first);
    await demandTimeLimits(dataSource);
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
  measurePool(dataSource, metrics);
  return dataSource;
}

/** A server that is slow for the moment, as while all services start at once, is asked again. */
async function connected(dataSource: DataSource): Promise<DataSource> {
  const begun = performance.now();
  for (;;)
    try {
      return await dataSource.initialize();
    } catch (error) {
      if (performance.now() - begun >= TRY_AT_START_MS || !/timeout/.test(String(error)))
        throw isOfConnection(error) ? new NoDatabase(error) : error;
      // PgBouncer answers at once that its own server has timed out.
      await delay(BETWEEN_TRIES_MS);
    }
}

/** Codes are PostgreSQL's, Node's of a connection or a file, or OpenSSL's; the words are the driver's own. */
const isOfConnection = (error: unknown): boolean =>
  (error instanceof Error && 'code' in error && typeof error.code === 'string') ||
  /SSL|timeout|Connection terminated/.test(String(error));

/** Said once at the start, and by the readiness from then on. */
async function demandTimeLimits(dataSource: DataSource): Promise<void> {
  const [row] = await dataSource.query<{ limited: boolean }[]>(`SELECT ${hasTimeLimitsSql} AS limited`);
  if (!row?.limited) throw new SettingsError(NO_TIME_LIMITS);
}

function openReadiness(settings: DatabaseSettings, readiness: Readiness): DatabaseReadiness {
  const database = new DatabaseReadiness(settings);
  readiness.add('database', () => database.check());
  return database;
}

/** Two connections are left to reads, however many write; a company has half of all at most. */
function openTurns(
  { DATABASE_POOL_SIZE: connections }: DatabaseSettings,
  metrics: Metrics,
  oneOfCompany = false,
): WritersTurns {
  const turns = new WritersTurns({
    ofCompany: oneOfCompany ? 1 : Math.ceil(connections / 2),
    ofAll: Math.max(1, connections - 2),
  });
  const help = 'Writes that wait for others, without a connection.';
  metrics.gauge('writers.waiting', { help }, () => [{ value: turns.waiting }]);
  return turns;
}

/** Gives every request of a company its transaction, in which repeated writes get their first answer. */
@Injectable()
class RequestsOfCompanies {
  constructor(steps: HandlerSteps, transactions: CompanyTransactionStep, idempotency: IdempotencyStep) {
    steps.add(transactions, idempotency);
  }
}

/** The database of a service with one transaction for each request that works in a company. */
@Module({})
export class PersistenceModule {
  /** For services whose rows belong to companies. */
  static forCompanies(options: CompanyPersistenceOptions): DynamicModule {
    return {
      module: PersistenceModule,
      global: true,
      imports: [DatabaseModule.with(options)],
      providers: [
        ChangeRecord,
        DaysAhead,
        CompanyTransactions,
        RowsSource,
        Cursors,
        ExpiredKeys,
        StoredAnswers,
        CreationDigests,
        OrgStructures,
        NumberSeries,
        {
          provide: WritersTurns,
          inject: [SETTINGS, Metrics],
          useFactory: (settings: DatabaseSettings, metrics: Metrics) =>
            openTurns(settings, metrics, options.writersTakeTurns),
        },
        CompanyTransactionStep,
        IdempotencyStep,
        RequestsOfCompanies,
      ],
      exports: [CompanyTransactions, RowsSource, Cursors, OrgStructures, NumberSeries],
    };
  }

  /** For services whose rows belong to no company, such as users and keys. */
  static withoutCompanies(options: PersistenceOptions): DynamicModule {
    return { module: PersistenceModule, global: true, imports: [DatabaseModule.with(options)] };
  }
}
