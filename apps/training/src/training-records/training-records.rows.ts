import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import {
  type Authorise,
  CompanyRows,
  type Condition,
  execute,
  type NewRow,
  RowsSource,
  rowsById,
} from '@safety/persistence';
import { checkPrecondition, type Precondition } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { ofPeopleInSight } from '../read-models/people-in-sight.js';
import { byColumn } from '../rows/by-column.js';
import { readsTraining } from '../rows/reads-training.js';
import { DuePeople } from '../standings/due-people.js';
import { TrainingRecord } from './training-record.entity.js';
import { trainingRecordLists } from './training-record-lists.js';

interface Voiding {
  precondition: Precondition;
  reason: string | undefined;
  authorise: Authorise<TrainingRecord>;
}

/** Records that count, in the words of the index that has them in the order of their people. */
const counting: Condition = (column) => `${column('archivedAt')} IS NULL AND ${column('result')} <> 'failed'`;

/** Evidence of the people at org structures where the caller may read. */
@Injectable()
export class TrainingRecordRows extends CompanyRows<TrainingRecord> {
  constructor(source: RowsSource, due: DuePeople) {
    super(source, TrainingRecord, {
      what: 'training record',
      visible: ofPeopleInSight,
      mayRead: readsTraining,
      lists: trainingRecordLists,
      unique: {
        training_records_completion_key: {
          properties: ['personnelId', 'courseId', 'completedOn', 'source'],
          activeOnly: true,
        },
        training_records_student_key: { properties: ['studentId', 'source'], activeOnly: true },
        training_records_xapi_key: { properties: ['xapiStatementId'] },
      },
      references: { training_records_course_fkey: 'courseId' },
      written: ({ companyId }, { personnelId }) => due.add(companyId, personnelId),
    });
  }

  /** Figures of the records of courses that count. */
  figuresOfCourses(company: CompanyContext, courseIds: readonly string[]) {
    return this.figures<{ recordCount: number; personCount: number; lastCompletedOn: string }>(company, {
      per: 'courseId',
      among: courseIds,
      where: [counting],
      // count is read: the statistics of courses, for their reader
      sql: {
        recordCount: 'count(*)::int',
        personCount: 'count(DISTINCT personnel_id)::int',
        lastCompletedOn: 'max(completed_on)::text',
      },
    });
  }

  /** Whether any record names a class, also a voided one, which may be restored. The class is locked. */
  async nameClass(company: CompanyContext, classId: string): Promise<boolean> {
    const { client } = this.transaction(company);
    const text = `SELECT FROM ${this.table.name} WHERE company_id = $1 AND class_id = $2 LIMIT 1`;
    return (await execute(client, text, [company.companyId, classId])).rowCount === 1;
  }

  /** Voids a record: it is kept with the reason, and counts no more. One that is voided stays as it is. */
  async void(
    company: CompanyContext,
    id: string,
    { precondition, reason, authorise }: Voiding,
  ): Promise<void> {
    const record = await this.lock(company, id);
    await authorise(record);
    if (record.archived) return;
    checkPrecondition(precondition, record.version);
    const archivedAt = await this.transaction(company).startedAt;
    const values = { archivedAt, archivedByUserId: company.userId, voidReason: reason ?? null };
    await this.update(company, record, values, 'archived');
  }

  /**
   * Adds the records of a class that is completed, one for each student, with one statement: there may be
   * thousands. Resolves with their ids, in their order. The class is locked, and none of them has one yet.
   */
  async addOfClass(company: CompanyContext, records: readonly NewRow<TrainingRecord>[]): Promise<string[]> {
    const { companyId, userId } = company;
    const of = { companyId, createdByUserId: userId, modifiedByUserId: userId };
    const rows = records.map((record) => ({ ...record, ...of, id: newId() }));
    if (!rows[0]) return [];
    const names = Object.keys(rows[0]).map(this.table.column).join(', ');
    // around visible: follows from the completion of the class; each write is recorded
    const text = `INSERT INTO training_records (${names})
      SELECT ${names} FROM jsonb_populate_recordset(NULL::training_records, $1) RETURNING ${this.table.selectList}`;
    const values = rows.map((row) => byColumn(this.table.column, row));
    const { client } = this.transaction(company);
    const { rows: stored } = await execute<TrainingRecord>(client, text, [JSON.stringify(values)]);
    const after = rowsById(stored);
    const added = rows.map(({ id }) => ({ after: after(id) }));
    await this.recordAll(company, 'added', added);
    return rows.map(({ id }) => id);
  }
}
