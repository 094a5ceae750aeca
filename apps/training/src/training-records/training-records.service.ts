import { Injectable } from '@nestjs/common';
import {
  type ChangePage,
  type ChangeTrainingRecord,
  type CompanyContext,
  evidenceMembers,
  type FieldError,
  type ListChanges,
  type ListTrainingRecords,
  type Page,
  type SaveTrainingRecord,
} from '@safety/contracts';
import { before, equal, from } from '@safety/persistence';
import { type Change, dateIn, type Precondition, refuseFaults } from '@safety/platform';
import type { Course } from '../courses/course.entity.js';
import { CourseRows } from '../courses/courses.rows.js';
import { People } from '../read-models/people.js';
import { expiryFaults, expiryOf } from './expiry.js';
import { RecordReferences, unknownAttachments } from './record-references.js';
import type { TrainingRecord } from './training-record.entity.js';
import { TrainingRecordRows } from './training-records.rows.js';

export type TrainingRecordView = TrainingRecord & { voided: boolean };

/** A voided record is an archived one. */
const viewOf = (record: TrainingRecord): TrainingRecordView => ({
  ...record,
  voided: record.archived,
  voidReason: record.archived ? record.voidReason : null,
});

@Injectable()
export class TrainingRecordsService {
  constructor(
    private readonly records: TrainingRecordRows,
    private readonly courses: CourseRows,
    private readonly people: People,
    private readonly references: RecordReferences,
  ) {}

  async page(company: CompanyContext, query: ListTrainingRecords): Promise<Page<TrainingRecordView>> {
    const { voided } = query;
    const shown =
      voided && query.includeArchived === 'false' ? { ...query, includeArchived: 'true' as const } : query;
    const { data, page } = await this.records.page(company, shown, [
      ...this.records.filters(query),
      from('completedOn', query.completedFrom),
      before('completedOn', query.completedTo),
      from('expiresOn', query.expiresFrom),
      before('expiresOn', query.expiresTo),
      equal('archived', voided),
    ]);
    return { data: data.map(viewOf), page };
  }

  async get(company: CompanyContext, id: string): Promise<TrainingRecordView> {
    return viewOf(await this.records.get(company, id));
  }

  history(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    return this.records.history(company, id, query);
  }

  async add(company: CompanyContext, body: SaveTrainingRecord): Promise<TrainingRecordView> {
    const course = await this.references.check(company, body);
    const now = await this.records.startedAt(company);
    refuseFaults([
      ...futureFaults(body, dateIn(company.timeZone, now)),
      ...resultFaults(body, course),
      ...expiryFaults(body, course, body),
    ]);
    const record = { ...body, ...expiryOf(body, course, body), voidReason: null };
    return viewOf(await this.records.add(company, record));
  }

  /** Changes what is not evidence. Throws 422 for another value of what is. */
  async change(
    company: CompanyContext,
    id: string,
    change: Change<ChangeTrainingRecord>,
  ): Promise<TrainingRecordView> {
    const changed = await this.records.change(company, id, change, {
      authorise: (record) => this.authorise(company, record),
      values: async (wanted, record) => {
        const course = await this.courses.unrestricted.get(company, record.courseId);
        const faults = [...evidenceFaults(change, record), ...newAttachments(wanted, record)];
        const values = { ...wanted, externalId: externalIdOf(change, wanted, record) };
        if (staysAsIs(wanted, record)) {
          refuseFaults(faults);
          return { ...values, expirySource: record.expirySource };
        }
        refuseFaults([...faults, ...expiryFaults(record, course, wanted)]);
        return { ...values, ...expiryOf(record, course, wanted) };
      },
    });
    return viewOf(changed);
  }

  /** Voids a record: it is kept, and counts no more. */
  void(
    company: CompanyContext,
    id: string,
    precondition: Precondition,
    reason: string | undefined,
  ): Promise<void> {
    const authorise = (record: TrainingRecord) => this.authorise(company, record);
    return this.records.void(company, id, { precondition, reason, authorise });
  }

  async restore(
    company: CompanyContext,
    id: string,
    precondition: Precondition,
  ): Promise<TrainingRecordView> {
    const authorise = (record: TrainingRecord) => this.authorise(company, record);
    return viewOf(await this.records.restore(company, id, precondition, authorise));
  }

  private authorise(company: CompanyContext, { personnelId }: TrainingRecord): Promise<void> {
    return this.people.authorise(company, personnelId);
  }
}

function futureFaults({ completedOn }: SaveTrainingRecord, today: string): FieldError[] {
  if (completedOn <= today) return [];
  return [{ pointer: '/completedOn', code: 'in-future', detail: `Must not be after today, ${today}.` }];
}

/** A result is taken as it is given, unless there is a score that says otherwise. */
function resultFaults(
  { result, score }: SaveTrainingRecord,
  { passMark }: Pick<Course, 'passMark'>,
): FieldError[] {
  if (passMark === null || score === null || result === 'exempt') return [];
  if (score >= passMark === (result !== 'failed')) return [];
  const meant = score < passMark ? 'failed' : 'passed or attended';
  const detail = `The pass mark of the course is ${passMark}: with a score of ${score} it is ${meant}.`;
  return [{ pointer: '/result', code: 'not-allowed', detail }];
}

/**
 * An expiry that nobody changes is not judged again: the validity of the course may be another by now.
 * A certificate's without its source, which then is the default, is a change.
 */
const staysAsIs = (wanted: ChangeTrainingRecord, record: TrainingRecord): boolean =>
  wanted.expiresOn === record.expiresOn &&
  (wanted.expirySource === record.expirySource ||
    (wanted.expirySource === undefined && record.expirySource !== 'certificate'));

/** One that is absent stays; a merge patch with null takes it out of what is wanted. */
const externalIdOf = (
  change: Change<ChangeTrainingRecord>,
  wanted: ChangeTrainingRecord,
  record: TrainingRecord,
): string | null =>
  change.given('externalId') === undefined ? record.externalId : (wanted.externalId ?? null);

/** The members of the body that say something else than the evidence does. */
const evidenceFaults = (change: Change<ChangeTrainingRecord>, record: TrainingRecord): FieldError[] =>
  evidenceMembers
    .filter((member) => change.given(member) !== undefined && change.given(member) !== record[member])
    .map((member) => ({
      pointer: `/${member}`,
      code: 'not-allowed',
      detail: 'Evidence cannot be changed: take the externalId out, void the record and add another.',
    }));

const newAttachments = ({ attachmentIds }: ChangeTrainingRecord, record: TrainingRecord): FieldError[] =>
  unknownAttachments(attachmentIds).filter(
    (_, index) => !record.attachmentIds.includes(attachmentIds[index] ?? ''),
  );
