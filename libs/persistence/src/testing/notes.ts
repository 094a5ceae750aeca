import { defineMessage } from '@safety/contracts';
import { Change, createLogger, type Precondition } from '@safety/platform';
import { createTestDatabase, type TestDatabase } from '@safety/testing';
import { Column, type DataSource, Entity, type MigrationInterface, type QueryRunner } from 'typeorm';
import { z } from 'zod';
import { ChangePublisher, messageOf, type PublishedChange } from '../changes/change-publisher.js';
import { ChangeRecord } from '../changes/change-record.js';
import { CreateChanges1700000000004 } from '../changes/changes.migration.js';
import { ClientMadeRecord } from '../company-record.js';
import { creationDigestColumnSql, recordColumnsSql, resourceTableSql } from '../create-tenant-table.js';
import { serviceDataSource } from '../data-source.js';
import { addGenerationsSql } from '../generation.js';
import { CreateIdempotencyKeys1700000000001 } from '../idempotency/idempotency-keys.migration.js';
import { AskRareKeys1700000000021 } from '../lists/asked-keys.migration.js';
import type { ListDeclaration } from '../lists/list-declaration.js';
import { dropListIndexesSql, listIndexesSql } from '../lists/list-indexes.js';
import { CreateSearch1700000000020 } from '../lists/search.migration.js';
import { prepareDatabase } from '../prepare/prepare-database.js';
import { CompanyRows } from '../rows/company-rows.js';
import { CreationDigests } from '../rows/creation-digest.js';
import { Cursors } from '../rows/cursor.js';
import { CreateDeletedRows1700000000022 } from '../rows/deleted-rows.migration.js';
import type { RowsOptions } from '../rows/recorded-rows.js';
import { RowsSource } from '../rows/rows-source.js';
import { CreateNumberSeries1700000000006 } from '../series/number-series.migration.js';
import { databaseSettingsSchema } from '../settings.js';
import {
  type CompanyActor,
  type CompanyTransaction,
  CompanyTransactions,
} from '../transaction/company-transactions.js';

@Entity('notes')
export class Note extends ClientMadeRecord {
  @Column('text') title!: string;
  @Column('text', { nullable: true }) code!: string | null;
  @Column('text', { nullable: true }) slug!: string | null;
  @Column('int', { nullable: true }) priority!: number | null;
  @Column('date', { nullable: true }) due!: string | null;
  @Column('double precision', { nullable: true }) weight!: number | null;
  @Column('uuid', { nullable: true }) parentId!: string | null;
}

export const noteLists = {
  table: 'notes',
  defaultSort: 'title',
  sorts: ['title'],
  nullableSorts: ['due'],
  filters: ['priority'],
  search: ['title', 'code'],
} satisfies ListDeclaration<keyof Note>;

class CreateNotes1800000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notes (
        ${recordColumnsSql},
        ${creationDigestColumnSql},
        title text NOT NULL,
        code text,
        slug text,
        priority integer,
        due date,
        weight double precision,
        parent_id uuid
      );
      ${resourceTableSql('notes')}
      ${addGenerationsSql('notes')}
      CREATE UNIQUE INDEX notes_code_key ON notes (company_id, lower(code));
      CREATE UNIQUE INDEX notes_slug_key ON notes (company_id, lower(slug)) WHERE archived_at IS NULL;
      ALTER TABLE notes ADD CONSTRAINT notes_parent_fkey
        FOREIGN KEY (company_id, parent_id) REFERENCES notes (company_id, id);
      ${listIndexesSql(noteLists)}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${dropListIndexesSql(noteLists)} DROP TABLE notes`);
  }
}

const logger = createLogger('notes', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

export const migrations = [
  CreateIdempotencyKeys1700000000001,
  CreateChanges1700000000004,
  CreateNumberSeries1700000000006,
  CreateSearch1700000000020,
  AskRareKeys1700000000021,
  CreateDeletedRows1700000000022,
  CreateNotes1800000000000,
];

/** The persistence of a service of notes. */
export const notesPersistence = { first: CreateNotes1800000000000.name, entities: [Note] };

export const notesOptions: RowsOptions<CompanyActor, Note> = {
  what: 'note',
  visible: 'to everyone',
  lists: noteLists,
  unique: {
    notes_code_key: { properties: ['code'], ignoresCase: true },
    notes_slug_key: { properties: ['slug'], ignoresCase: true, activeOnly: true },
  },
  references: { notes_parent_fkey: 'parentId' },
};

/** The whole state of a note, as a service declares it. */
export const noteMessage = messageOf(
  defineMessage({
    name: 'note-changed.v1',
    owner: 'training',
    stateOf: ({ id }) => id,
    payload: z.object({ id: z.string(), version: z.int(), title: z.string() }),
  }),
  ({ id, version, title }: Note) => ({ id, version, title }),
);

export const notesDatabase = (): Promise<TestDatabase> =>
  createTestDatabase('persistence', (urls) => prepareDatabase({ ...urls, migrations }));

/** Keeps what is published. */
export class KeptChanges extends ChangePublisher {
  readonly all: PublishedChange[] = [];

  async publishAll(_: CompanyTransaction, changes: readonly PublishedChange[]): Promise<void> {
    this.all.push(...changes);
  }
}

/** The rows of notes as a service has them, on a pool of its own. */
export interface Notes {
  source: RowsSource;
  dataSource: DataSource;
  transactions: CompanyTransactions;
  rows: CompanyRows<Note, CompanyActor>;
  published: KeptChanges;
}

export async function openNotes(url: string, poolSize = 4): Promise<Notes> {
  const settings = databaseSettingsSchema.parse({ DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize });
  const dataSource = await serviceDataSource(settings, [Note]).initialize();
  const transactions = new CompanyTransactions(dataSource);
  const secret = { CURSOR_SECRET: 'a-secret-for-cursors-in-tests-only' };
  const cursors = new Cursors(secret);
  const published = new KeptChanges();
  const changes = new ChangeRecord(dataSource, published, logger);
  const source = new RowsSource(dataSource, transactions, cursors, changes, new CreationDigests(secret));
  const rows = new CompanyRows<Note, CompanyActor>(source, Note, notesOptions);
  return { source, dataSource, transactions, rows, published };
}

/** A note without a value where it may have none. */
export const note = (changes: Partial<Note> = {}) => ({
  title: 'A note',
  code: null,
  slug: null,
  priority: null,
  due: null,
  weight: null,
  parentId: null,
  ...changes,
});

/** A request that wants `values` of a note. */
export const wanting = (values: Partial<Note>, precondition?: Precondition): Change<Partial<Note>> =>
  new Change(z.custom<Partial<Note>>(), values, precondition, false);
