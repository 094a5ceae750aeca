import { Injectable } from '@nestjs/common';
import type { ChangeOperation, RecordedChange } from '@safety/contracts';
import { InjectLogger, type Logger, Periodic, requestContext } from '@safety/platform';
import { DataSource } from 'typeorm';
import { execute } from '../rows/table.js';
import type { CompanyTransaction } from '../transaction/company-transactions.js';
import { type ChangeNumber, ChangePublisher, type RowState } from './change-publisher.js';

const TURN_EVERY_MS = 60 * 60 * 1000;

type Members = Readonly<Record<string, unknown>>;

/** A write of one row. */
export interface RecordedWrite {
  /** Its table. */
  resource: string;
  operation: ChangeOperation;
  /** Absent for a row that was added. */
  before?: object | undefined;
  after: { id: string; version: number };
  /** Members whose change is named and whose values are not kept. */
  sensitive: readonly string[];
  actorUserId: string | null;
  /** The acting user for other services; absent for an author who stays unknown. */
  publishedActorUserId: string | null;
  /** The state of the row for other services, made right before the commit. */
  state?: (() => Promise<RowState>) | undefined;
}

/** Columns that say that a row was written, not how. */
const OF_EVERY_WRITE = new Set([
  'companyId',
  'id',
  'version',
  'createdAt',
  'createdByUserId',
  'modifiedAt',
  'modifiedByUserId',
  'archived',
  'archivedAt',
  'archivedByUserId',
]);

/** Keeps who changed what of each row for 30 days and publishes it, in the transaction of the change. */
@Injectable()
export class ChangeRecord extends Periodic {
  constructor(
    private readonly dataSource: DataSource,
    private readonly publisher: ChangePublisher,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'change record: days', everyMs: TURN_EVERY_MS, atStart: true });
  }

  /** Makes the partitions of the next days, and drops those that are too old. */
  protected work(): Promise<unknown> {
    return this.dataSource.query('SELECT changes_turn_days()');
  }

  async add(transaction: CompanyTransaction, write: RecordedWrite): Promise<void> {
    const { resource, operation, before, after, sensitive, state } = write;
    const members = differences(before, after, sensitive);
    const number = await insert(transaction, write, members);
    const change = {
      resource,
      id: after.id,
      version: after.version,
      operation,
      members: members.map(({ member }) => member).sort(),
      actorUserId: write.publishedActorUserId,
    };
    if (!state) return this.publisher.publish(transaction, change, number);
    // Once for each row, with what it is at the end: a later write may say more of it.
    transaction.beforeCommit.set(`${resource} ${after.id}`, async () =>
      this.publisher.publish(transaction, change, number, await state()),
    );
  }
}

async function insert(
  { client, companyId }: CompanyTransaction,
  { resource, operation, after, actorUserId }: RecordedWrite,
  members: RecordedChange['members'],
): Promise<ChangeNumber> {
  const { clientId = null, requestId = null } = requestContext() ?? {};
  const text = `INSERT INTO changes
    (company_id, resource, id, version, operation, members, actor_user_id, client_id, request_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING transaction_id::text AS "transactionId", number`;
  const { rows } = await execute<{ transactionId: string; number: string }>(client, text, [
    companyId,
    resource,
    after.id,
    after.version,
    operation,
    JSON.stringify(members),
    actorUserId,
    clientId,
    requestId,
  ]);
  const [number] = rows;
  if (!number) throw new Error('changes returned no row');
  return number;
}

/** The members that differ; of a new row those that hold something. */
export function differences(
  before: object | undefined,
  after: object,
  sensitive: readonly string[],
): RecordedChange['members'] {
  const [old, current] = [(before ?? {}) as Members, after as Members];
  return Object.keys(current)
    .filter((member) => !OF_EVERY_WRITE.has(member))
    .map((member) => ({ member, from: old[member] ?? null, to: current[member] ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
    .map(({ member, from, to }) =>
      sensitive.includes(member)
        ? { member, from: null, to: null, redacted: true }
        : { member, from, to, redacted: false },
    );
}
