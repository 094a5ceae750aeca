import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type AppName, connected, type Suite } from '@safety/local-stack';
import type pg from 'pg';

const run = promisify(execFile);
const BUS_COMMANDS = fileURLToPath(new URL('./operate/cli.js', import.meta.resolve('@safety/bus')));

/** The database of a service as a backup keeps it, and as a restore brings it back while the service runs. */
export class Backup {
  private constructor(
    private readonly suite: Suite,
    private readonly service: AppName,
    private readonly database: string,
  ) {}

  static async of(suite: Suite, service: AppName): Promise<Backup> {
    const { pathname } = new URL(suite.environment[service]['DATABASE_URL'] ?? '');
    const backup = new Backup(suite, service, pathname.slice(1));
    await backup.alone((client) =>
      client.query(`CREATE DATABASE "${backup.copy}" TEMPLATE "${backup.database}"`),
    );
    return backup;
  }

  /** The database becomes what it was; then the command that a restore runs. Resolves with what it prints. */
  async restore(): Promise<{ generation: number; lost: number }> {
    const { database, copy } = this;
    await this.alone(async (client) => {
      await client.query(`ALTER DATABASE "${database}" RENAME TO "${database}_lost"`);
      await client.query(`ALTER DATABASE "${copy}" RENAME TO "${database}"`);
      await client.query(`DROP DATABASE "${database}_lost" WITH (FORCE)`);
    });
    const env = this.suite.environment[this.service];
    // Where an operator is in the container of the service.
    const cwd = fileURLToPath(new URL(`../../../../../apps/${this.service}`, import.meta.url));
    const { stdout } = await run(process.execPath, [BUS_COMMANDS, 'restored', this.service, '--json'], {
      cwd,
      env,
    });
    return JSON.parse(stdout);
  }

  private get copy(): string {
    return `${this.database}_backup`;
  }

  /** Runs `work` while nobody else is connected to the database. */
  private async alone(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const address = new URL(this.suite.databaseUrl);
    address.pathname = '/postgres';
    await connected(address.href, async (client) => {
      const allow = (whether: boolean) =>
        client.query('UPDATE pg_database SET datallowconn = $2 WHERE datname = $1', [this.database, whether]);
      try {
        await allow(false);
        await client.query(
          'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1',
          [this.database],
        );
        await work(client);
      } finally {
        await allow(true);
      }
    });
  }
}
