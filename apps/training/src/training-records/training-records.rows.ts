import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import {
  type Authorise,
  type CompanyActor,
  CompanyRows,
  differs,
  equal,
  execute,
  type NewRow,
  RowsSource,
} from '@safety/persistence';
import { checkPrecondition, type Precondition } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { ofPeopleInSight } from '../read-models/people-in-sight.js';
import { pipelined } from '../rows/pipelined.js';
import { DuePeople } from '../standings/due-people.js';
import { TrainingRecord } from './training-record.entity.js';
import { trainingRecordLists } from './training-record-lists.js';

interface Voiding {
  precondition: Precondition;
  reason: string | undefined;
  authorise: Authorise<TrainingRecord>;
}

/** Evidence of the people at org structures where the caller may read. */
@Injectable()
export class TrainingRecordRows extends CompanyRows<TrainingRecord> {
  constructor(source: RowsSource, due: DuePeople) {
    super(source, TrainingRecord, {
      what: 'training record',
      visible: ofPeopleInSight,
      lists: trainingRecordLists,
      unique: {
        training_records_completion_key: {
          properties: ['personnelId', 'courseId', 'completedOn', 'source'],
          activeOnly: true,
        },
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
      where: [equal('archived', false), differs('result', 'failed')],
      // count is read: the statistics of courses, for their reader
      sql: {
        recordCount: 'count(*)::int',
        personCount: 'count(DISTINCT personnel_id)::int',
        lastCompletedOn: 'max(completed_on)::text',
      },
    });
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
    const values = { archivedAt: new Date(), archivedByUserId: company.userId, voidReason: reason ?? null };
    await this.update(company, record, values, 'archived');
  }

  /**
   * Adds those that are not there yet, by person, course, day and source. Resolves with the id of the record
   * of each, new or not, in their order. The statements do not wait for each other's answers.
   */
  addMissing(company: CompanyActor, records: readonly NewRow<TrainingRecord>[]): Promise<string[]> {
    return pipelined(records, (record) => this.addUnlessThere(company, record));
  }

  private async addUnlessThere(company: CompanyActor, record: NewRow<TrainingRecord>): Promise<string> {
    const { client } = this.transaction(company);
    const writable = this.table.writable({
      ...record,
      companyId: company.companyId,
      id: newId(),
      createdByUserId: company.userId,
      modifiedByUserId: company.userId,
    });
    const names = writable.map(({ column }) => column).join(', ');
    const places = writable.map((_, index) => `$${index + 1}`).join(', ');
    // around visible: the completion of a class adds them, and is authorised
    const { rows } = await execute<TrainingRecord>(
      client,
      `INSERT INTO ${this.table.name} (${names}) VALUES (${places})
       ON CONFLICT (company_id, personnel_id, course_id, completed_on, source) WHERE archived_at IS NULL DO NOTHING
       RETURNING ${this.table.selectList}`,
      writable.map(({ value }) => value),
    );
    const [added] = rows;
    if (!added) return this.idOf(company, record);
    await this.record(company, 'added', undefined, added);
    return added.id;
  }

  private async idOf(company: CompanyActor, record: NewRow<TrainingRecord>): Promise<string> {
    const text = `SELECT id FROM ${this.table.name} WHERE company_id = $1 AND personnel_id = $2
      AND course_id = $3 AND completed_on = $4 AND source = $5 AND archived_at IS NULL`;
    const { personnelId, courseId, completedOn, source } = record;
    const values = [company.companyId, personnelId, courseId, completedOn, source];
    const { rows } = await execute<{ id: string }>(this.transaction(company).client, text, values);
    if (!rows[0]) throw new Error('A record that is there already is not found');
    return rows[0].id;
  }
}
