import 'reflect-metadata';
import { createLogger, endOnSignal, readSettings, SettingsError, tlsAdvice } from '@safety/platform';
import type pg from 'pg';
import { z } from 'zod';
import type { Migration } from '../data-source.js';
import { prepareSettings } from '../settings.js';
import { analyzeOnce } from './analyze-once.js';
import { prepareOrFindPrepared } from './prepare-or-find-prepared.js';

export interface PrepareOptions {
  /** The name in logs, for example `training`. */
  name: string;
  migrations: Migration[];
  /** The oldest migration that no other service has. */
  first: Migration;
  /** Sets as the owner what the service itself may not, from settings of its own; must be safe to repeat. */
  settle?: (owner: pg.ClientBase, env: NodeJS.ProcessEnv) => Promise<unknown>;
  /** Adds the demo rows, with settings of its own where it has some; must be safe to repeat. */
  demo: (serviceUrl: string, env: NodeJS.ProcessEnv) => Promise<void>;
}

/**
 * The command that makes the database of a service ready, and ends: exit code 0, or 1 with one line in the
 * log.
 */
export async function runPrepare({ name, migrations, first, settle, demo }: PrepareOptions): Promise<void> {
  endOnSignal();
  const logger = createLogger(name, { LOG_LEVEL: 'info', LOG_FORMAT: 'auto' });
  try {
    const settings = readSettings(z.object(prepareSettings), process.env);
    await prepareOrFindPrepared({
      serviceUrl: settings.DATABASE_URL,
      ownerUrl: settings.MIGRATION_DATABASE_URL,
      migrations,
      first,
      settle: (owner) => settle?.(owner, process.env) ?? Promise.resolve(),
      patience: { withinMs: settings.PREPARATION_TIMEOUT_MS, log: logger },
    });
    if (settings.DEMO === 'true') {
      await demo(settings.DATABASE_URL, process.env);
      if (settings.MIGRATION_DATABASE_URL) await analyzeOnce(settings.MIGRATION_DATABASE_URL);
    }
    logger.info('preparation: the database is ready');
  } catch (error) {
    if (error instanceof SettingsError) logger.fatal(`preparation: ${error.message}`);
    else logger.fatal({ err: error }, `preparation: failed, ${tlsAdvice(error) ?? (error as Error).message}`);
    process.exitCode = 1;
  }
}
