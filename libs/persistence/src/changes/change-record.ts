import { Injectable } from '@nestjs/common';
import type { ChangeOperation, RecordedChange } from '@safety/contracts';
import { InjectLogger, type Logger, Periodic, requestContext } from '@safety/platform';
import { DataSource } from 'typeorm';
import { execute } from '../rows/table.js';
import type { CompanyTransaction } from '../transaction/company-transactions.js';

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

/** Keeps who changed what of each row for 30 days, in the transaction of the change. */
@Injectable()
export class ChangeRecord extends Periodic {
  constructor(
    private readonly dataSource: DataSource,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'change record: days', everyMs: TURN_EVERY_MS, atStart: true });
  }

  /** Makes the partitions of the next days, and drops those that are too old. */
  protected work(): Promise<unknown> {
    return this.dataSource.query('SELECT changes_turn_days()');
  }

  async add({ client, companyId }: CompanyTransaction, write: RecordedWrite): Promise<void> {
    const { resource, operation, before, after, sensitive, actorUserId } = write;
    const { clientId = null, requestId = null } = requestContext() ?? {};
    const text = `INSERT INTO changes
      (company_id, resource, id, version, operation, members, actor_user_id, client_id, request_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
    const members = JSON.stringify(differences(before, after, sensitive));
    await execute(client, text, [
      companyId,
      resource,
      after.id,
      after.version,
      operation,
      members,
      actorUserId,
      clientId,
      requestId,
    ]);
  }
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
