import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connected, createTestDatabase, eventually, type TestDatabase } from '@safety/testing';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../data-source.js';
import { migrations } from '../testing/notes.js';
import { buildIndex } from './build-index.js';
import { prepareDatabase } from './prepare-database.js';
import { prepareOrFindPrepared } from './prepare-or-find-prepared.js';
import type { Patience } from './waiting.js';

class IndexTitles1799000000001 implements MigrationInterface {
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return buildIndex(runner, { name: 'notes_of_title', on: 'notes (company_id, title)', unique: true });
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}

const indexed: Migration[] = [...migrations, IndexTitles1799000000001];
const NOTE = "INSERT INTO notes (company_id, id, title) VALUES ($1, gen_random_uuid(), 'twice')";
const COMPANY = '01920000-0000-7000-8000-000000000001';

let database: TestDatabase;
let owner: pg.Client;
let lines: string[];
let patience: Patience;

beforeAll(async () => {
  database = await createTestDatabase('turns', (urls) => prepareDatabase({ ...urls, migrations }));
});

beforeEach(async () => {
  lines = [];
  const line = (_: object, message: string) => void lines.push(message);
  patience = { withinMs: 60_000, log: { info: line, warn: line } };
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});

afterEach(async () => {
  await owner.query('ROLLBACK');
  await owner.query('DROP INDEX IF EXISTS notes_of_title');
  await owner.query("DELETE FROM migrations WHERE name LIKE 'IndexTitles%'");
  await owner.query('DELETE FROM notes');
  await owner.end();
});

afterAll(() => database.drop());

const prepare = (given: Partial<Patience> = {}) =>
  prepareDatabase({ ...database, migrations: indexed, patience: { ...patience, ...given } });

const validity = async () =>
  (await owner.query("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('notes_of_title')"))
    .rows;

/** A second session of the owner, for what has to stay open meanwhile. */
const holding = (statements: string, work: () => Promise<void>): Promise<void> =>
  connected(database.ownerUrl, async (holder) => {
    await holder.query(statements);
    await work();
  });

describe('two preparations at once with an index that is built concurrently', () => {
  it('both end, one says that it waits, and the index is valid', async () => {
    let both: Promise<unknown> = Promise.resolve();
    // As a dump does; the index waits for it.
    await holding('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM migrations', async () => {
      both = Promise.all([prepare(), prepare()]);
      both.catch(() => undefined);
      await eventually(async () => {
        expect(lines).toContainEqual(expect.stringContaining('preparation: waits, another preparation has'));
        const waiting = await owner.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'CREATE UNIQUE INDEX CONC%' AND wait_event = 'virtualxid'",
        );
        expect(waiting.rowCount).toBe(1);
      });
    });
    await both;
    expect(await validity()).toEqual([{ indisvalid: true }]);
    expect((await owner.query("SELECT 1 FROM migrations WHERE name LIKE 'IndexTitles%'")).rowCount).toBe(1);
  });

  it('no limit of time for locks holds for the index, and the one for other statements comes back', async () => {
    const limits: string[] = [];
    class Look implements MigrationInterface {
      readonly name = 'IndexTitlesLook1799000000002';
      readonly transaction = false;

      async up(runner: QueryRunner): Promise<void> {
        const limit = async () => limits.push((await runner.query('SHOW lock_timeout'))[0].lock_timeout);
        await limit();
        const query = runner.query.bind(runner);
        runner.query = async (text: string, ...rest: []) => {
          if (text.startsWith('CREATE')) limits.push((await query('SHOW lock_timeout'))[0].lock_timeout);
          return query(text, ...rest);
        };
        await buildIndex(runner, { name: 'notes_of_title', on: 'notes (title)' });
        await limit();
      }

      down(): Promise<void> {
        return Promise.resolve();
      }
    }
    await prepareDatabase({ ...database, migrations: [...migrations, Look], patience });
    expect(limits).toEqual(['500ms', '0', '500ms']);
  });
});

describe('an index that is left half built', () => {
  beforeEach(async () => {
    await owner.query(NOTE, [COMPANY]);
    await owner.query(NOTE, [COMPANY]);
    await expect(prepare()).rejects.toThrow('could not create unique index');
    expect(await validity()).toEqual([{ indisvalid: false }]);
    expect(lines).toEqual([
      'preparation: Migration "IndexTitles1799000000001" failed, error: could not create unique index "notes_of_title"',
    ]);
    lines = [];
  });

  it('stops the next preparation as long as it cannot be built', async () => {
    await expect(prepare()).rejects.toThrow('could not create unique index');
  });

  it('is dropped and built again by its migration', async () => {
    await owner.query('DELETE FROM notes');
    await prepare();
    expect(await validity()).toEqual([{ indisvalid: true }]);
  });

  describe('although its migration is recorded', () => {
    const again = 'preparation: an index is invalid, it is built again';
    const spare = 'preparation: an index is invalid, it is dropped';
    beforeEach(() =>
      owner.query(
        "INSERT INTO migrations (timestamp, name) VALUES (1799000000001, 'IndexTitles1799000000001')",
      ),
    );

    it('is built again', async () => {
      await owner.query('DELETE FROM notes');
      await prepare();
      expect(await validity()).toEqual([{ indisvalid: true }]);
      expect(lines).toEqual([again]);
    });

    it('is there still after a preparation that could not build it, whose remains the next one drops', async () => {
      await expect(prepare()).rejects.toThrow('could not create unique index');
      await owner.query('DELETE FROM notes');
      await prepare();
      expect(await validity()).toEqual([{ indisvalid: true }]);
      expect(lines).toEqual([again, spare, again]);
    });
  });
});

it('a preparation that waits for too long gives up and says for whom', async () => {
  await holding('SELECT pg_advisory_lock(7311001)', () =>
    expect(prepare({ withinMs: 0 })).rejects.toThrow(
      /^Gave up after 0 s: another preparation has the database \(process \d+ of PostgreSQL\)\.$/,
    ),
  );
});

describe('without the credential of the owner', () => {
  const find = (given: Partial<Parameters<typeof prepareOrFindPrepared>[0]> = {}) =>
    prepareOrFindPrepared({
      serviceUrl: database.serviceUrl,
      ownerUrl: undefined,
      migrations,
      patience: { ...patience, withinMs: 0 },
      ...given,
    });

  /** An owner of this name, with a password that is another one now. */
  const refused = () => {
    const url = new URL(database.serviceUrl);
    url.password = 'rotated';
    return url.href;
  };

  it('a database that is prepared is found so, also by a release before', async () => {
    await find();
    await find({ migrations: migrations.slice(0, -1) });
  });

  it('a migration that is to run is named', async () => {
    await expect(find({ migrations: indexed })).rejects.toThrow(
      'Gave up after 0 s: migrations have to run as the owner: IndexTitles1799000000001.',
    );
  });

  it('it waits until somebody has prepared the database', async () => {
    const found = find({ migrations: indexed, patience });
    await eventually(() => expect(lines).toHaveLength(1));
    await prepare();
    await found;
  });

  it('it waits while a preparation is under way', async () => {
    await holding('SELECT pg_advisory_lock(7311001)', () =>
      expect(find()).rejects.toThrow('another preparation has the database'),
    );
  });

  it('a table that the role may not read yet is named', async () => {
    await owner.query('CREATE TABLE later (id int)');
    try {
      await expect(find()).rejects.toThrow('the role may not read later');
    } finally {
      await owner.query('DROP TABLE later');
    }
  });

  it('a role without limits of time is no role that was prepared', async () => {
    const { pathname, username } = new URL(database.serviceUrl);
    const role = `${username} IN DATABASE ${pathname.slice(1)}`;
    await owner.query(`ALTER ROLE ${role} SET statement_timeout = '1min'`);
    try {
      await expect(find()).rejects.toThrow('the role has no time limits');
    } finally {
      await owner.query(`ALTER ROLE ${role} RESET statement_timeout`);
    }
  });

  it('a role that is not there yet is no mistake', async () => {
    const serviceUrl = new URL(database.serviceUrl);
    serviceUrl.username = 'not_there_yet';
    await expect(find({ serviceUrl: serviceUrl.href })).rejects.toThrow('the restricted role is refused: ');
  });

  it('an owner who is refused is a warning where nothing is to be done, and else the error', async () => {
    await find({ ownerUrl: refused() });
    expect(lines).toEqual(['preparation: the owner is refused, and nothing is to be done']);
    await expect(find({ ownerUrl: refused(), migrations: indexed })).rejects.toMatchObject({ code: '28P01' });
  });
});
