import { Injectable } from '@nestjs/common';
import {
  type ClassTransition,
  type CompanyContext,
  type ListClasses,
  openClassStatuses,
  type SaveClass,
} from '@safety/contracts';
import {
  anyOf,
  before,
  type Condition,
  equal,
  foundBy,
  from,
  lyingAt,
  ResourceService,
  type WritingVerb,
} from '@safety/persistence';
import { type Change, invalidField, ProblemError } from '@safety/platform';
import { referencesTo } from '../rows/references.js';
import { isResult } from '../students/student-statuses.js';
import { StudentRows } from '../students/students.rows.js';
import { WaitingList } from '../students/waiting-list.js';
import type { TrainingClass } from './class.entity.js';
import { ClassReferences } from './class-references.js';
import { isOver, lastDayOf } from './class-steps.js';
import { ClassTransitions } from './class-transitions.js';
import { type ClassView, ClassViews } from './class-views.js';
import { ClassRows } from './classes.rows.js';

@Injectable()
export class ClassesService extends ResourceService<TrainingClass, ClassView, SaveClass, ListClasses> {
  constructor(
    rows: ClassRows,
    views: ClassViews,
    private readonly references: ClassReferences,
    private readonly steps: ClassTransitions,
    private readonly waitingList: WaitingList,
    private readonly students: StudentRows,
  ) {
    super(rows, views);
  }

  async add(company: CompanyContext, body: SaveClass): Promise<ClassView> {
    const course = await this.references.check(company, body);
    const added = await this.rows.add(company, {
      ...body,
      title: body.title ?? course.name,
      endsOn: lastDayOf(body),
      status: 'scheduled',
      cancelledReason: null,
      enrolledCount: 0,
      waitlistedCount: 0,
      lastNumber: 0,
    });
    return this.views.one(company, added);
  }

  /** Changes a class that is not over. Until it ends, a higher capacity lets in those who wait. */
  override async change(company: CompanyContext, id: string, change: Change<SaveClass>): Promise<ClassView> {
    await this.changed(company, id, change);
    await this.waitingList.fill(company, id);
    // It may be out of sight by now, where the caller writes and does not read.
    return this.views.one(company, await this.rows.unrestricted.get(company, id));
  }

  transition(company: CompanyContext, id: string, change: Change<ClassTransition>): Promise<ClassView> {
    return this.steps.transition(company, id, change);
  }

  protected override conditions(company: CompanyContext, query: ListClasses): (Condition | undefined)[] {
    return [
      anyOf('courseId', query.courseId),
      lyingAt(company, query),
      anyOf('status', query.status),
      from('startAt', query.startFrom),
      before('startAt', query.startTo),
      hasPlaces(query.hasPlaces),
      anyOf('instructorPersonnelId', query.instructorPersonnelId),
    ];
  }

  /** Throws 409 `in-use` for archiving while people hold or await a seat. */
  protected override async authorise(
    company: CompanyContext,
    current: TrainingClass,
    verb: WritingVerb,
  ): Promise<void> {
    await this.references.authorise(company, current);
    if (verb === 'change') await this.steps.refuseOver(company, current);
    if (verb === 'restore' && current.archived) await this.references.refuseRestoring(company, current);
    if (verb !== 'archive' || current.archived || isOver(current)) return;
    if (current.enrolledCount + current.waitlistedCount > 0) throw await this.usedBy(company, current.id);
  }

  /** 409 `in-use`, with those of the students whom the caller may see. */
  private async usedBy(company: CompanyContext, id: string): Promise<ProblemError> {
    const references = await referencesTo(company, 'students', this.students, [equal('classId', id)]);
    return new ProblemError('in-use', {
      detail: 'The class has students: cancel it first.',
      extensions: { references },
    });
  }

  /** Throws 422 when students have results: there are none before a class has begun. */
  private async refuseResults(company: CompanyContext, { id }: TrainingClass): Promise<void> {
    const students = await this.students.ofClass(company, id);
    if (students.some(({ status }) => isResult(status)))
      throw invalidField(
        '/startAt',
        'not-allowed',
        'Students have results: take them back first, with a pass mark by a score of null.',
      );
  }

  protected override async values(
    company: CompanyContext,
    wanted: SaveClass,
    current: TrainingClass,
  ): Promise<Partial<TrainingClass>> {
    const course = await this.references.check(company, wanted, current);
    refuseStudents(wanted, current);
    if (await this.steps.isPutOff(company, current, wanted)) await this.refuseResults(company, current);
    return { ...wanted, title: wanted.title ?? course.name, endsOn: lastDayOf(wanted) };
  }
}

/** Throws 422 for what those who are enrolled already do not allow. */
function refuseStudents({ capacity, courseId }: SaveClass, current: TrainingClass): void {
  const { enrolledCount, lastNumber } = current;
  if (capacity !== null && capacity < enrolledCount)
    throw invalidField('/capacity', 'out-of-range', `Not below the ${enrolledCount} who are enrolled.`);
  // Those who are cancelled may come back, with a result in this course.
  if (courseId !== current.courseId && lastNumber > 0)
    throw invalidField('/courseId', 'not-allowed', 'The class has had students.');
}

/**
 * Open classes with a free seat are few among all that ever were, and no order of a list begins with them.
 */
const hasPlaces = (wanted: boolean | undefined): Condition | undefined => {
  if (wanted === undefined) return undefined;
  const condition: Condition = (column, binds) => {
    const open = `${column('status')} = ANY(${binds.add(openClassStatuses)})`;
    const inTime = `(${column('enrolmentDeadline')} IS NULL OR ${column('enrolmentDeadline')} >= now())`;
    const free = `(${column('capacity')} IS NULL OR ${column('enrolledCount')} < ${column('capacity')})`;
    return `${wanted ? '' : 'NOT '}(${open} AND ${inTime} AND ${free})`;
  };
  if (!wanted) return condition;
  return foundBy(condition, (companyId, atMost, table) => ({
    text: `SELECT id FROM ${table} WHERE company_id = $1 AND archived = ANY ('{false, true}')
      AND status = ANY ($3) AND (enrolment_deadline IS NULL OR enrolment_deadline >= now())
      AND (capacity IS NULL OR enrolled_count < capacity) LIMIT $2`,
    values: [companyId, atMost, openClassStatuses],
  }));
};
