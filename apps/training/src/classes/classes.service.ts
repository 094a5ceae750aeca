import { Injectable } from '@nestjs/common';
import {
  allowedTransitions,
  type CompanyContext,
  classTransitions,
  type ListClasses,
  type Page,
  type SaveClass,
} from '@safety/contracts';
import { anyOf, atOrBelow, before, type Condition, from } from '@safety/persistence';
import { type Change, dateIn, invalidField, type Precondition, ProblemError } from '@safety/platform';
import { WaitingList } from '../students/waiting-list.js';
import type { TrainingClass } from './class.entity.js';
import { ClassReferences } from './class-references.js';
import { type ClassView, ClassViews } from './class-views.js';
import { ClassRows } from './classes.rows.js';

@Injectable()
export class ClassesService {
  constructor(
    private readonly classes: ClassRows,
    private readonly references: ClassReferences,
    private readonly views: ClassViews,
    private readonly waitingList: WaitingList,
  ) {}

  async page(company: CompanyContext, query: ListClasses): Promise<Page<ClassView>> {
    const { data, page } = await this.classes.page(company, query, [
      anyOf('courseId', query.courseId),
      query.includeDescendants
        ? atOrBelow(company, query.orgStructureId)
        : anyOf('orgStructureId', query.orgStructureId),
      anyOf('status', query.status),
      from('startAt', query.startFrom),
      before('startAt', query.startTo),
      hasPlaces(query.hasPlaces),
      anyOf('instructorPersonnelId', query.instructorPersonnelId),
    ]);
    return { data: await this.views.of(company, data), page };
  }

  async get(company: CompanyContext, id: string): Promise<ClassView> {
    return this.views.one(company, await this.classes.get(company, id));
  }

  async add(company: CompanyContext, body: SaveClass): Promise<ClassView> {
    const course = await this.references.check(company, body);
    const added = await this.classes.add(company, {
      ...body,
      title: body.title ?? course.name,
      endsOn: dateIn(body.timeZone, body.endAt),
      status: 'scheduled',
      cancelledReason: null,
      enrolledCount: 0,
      waitlistedCount: 0,
      lastNumber: 0,
    });
    return this.views.one(company, added);
  }

  /** Changes a class that is not over. A higher capacity lets in those who wait. */
  async change(company: CompanyContext, id: string, change: Change<SaveClass>): Promise<ClassView> {
    await this.classes.change(company, id, change, {
      authorise: async (current) => {
        await this.references.authorise(company, current);
        refuseOver(current);
      },
      values: async (wanted, current) => {
        const course = await this.references.check(company, wanted, current);
        refuseStudents(wanted, current);
        return {
          ...wanted,
          title: wanted.title ?? course.name,
          endsOn: dateIn(wanted.timeZone, wanted.endAt),
        };
      },
    });
    await this.waitingList.fill(company, id);
    return this.get(company, id);
  }

  /** Archives a class. Throws 409 `in-use` while people hold or await a place in it. */
  archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    return this.classes.archive(company, id, precondition, async (current) => {
      await this.references.authorise(company, current);
      if (current.archived || isOver(current)) return;
      if (current.enrolledCount + current.waitlistedCount > 0)
        throw new ProblemError('in-use', { detail: 'The class has students: cancel it first.' });
    });
  }

  async restore(company: CompanyContext, id: string, precondition: Precondition): Promise<ClassView> {
    const authorise = (current: TrainingClass) => this.references.authorise(company, current);
    return this.views.one(company, await this.classes.restore(company, id, precondition, authorise));
  }
}

const isOver = ({ status }: TrainingClass): boolean => status === 'completed' || status === 'cancelled';

function refuseOver(current: TrainingClass): void {
  const { status } = current;
  if (!isOver(current)) return;
  throw new ProblemError('invalid-state', {
    detail: `The class is ${status}, and stays as it is.`,
    extensions: { currentStatus: status, allowedTransitions: allowedTransitions(classTransitions, status) },
  });
}

/** Throws 422 for what those who are enrolled already do not allow. */
function refuseStudents({ capacity, courseId }: SaveClass, current: TrainingClass): void {
  const { enrolledCount, waitlistedCount } = current;
  if (capacity !== null && capacity < enrolledCount)
    throw invalidField('/capacity', 'out-of-range', `Not below the ${enrolledCount} who are enrolled.`);
  if (courseId !== current.courseId && enrolledCount + waitlistedCount > 0)
    throw invalidField('/courseId', 'not-allowed', 'The class has students.');
}

const hasPlaces = (wanted: boolean | undefined): Condition | undefined => {
  if (wanted === undefined) return undefined;
  return (column) => {
    const free = `(${column('capacity')} IS NULL OR ${column('enrolledCount')} < ${column('capacity')})`;
    const open = `(${column('status')} IN ('scheduled', 'inProgress') AND ${free})`;
    return wanted ? open : `NOT ${open}`;
  };
};
