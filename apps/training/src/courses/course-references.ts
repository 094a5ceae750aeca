import { Injectable } from '@nestjs/common';
import { type CompanyContext, type FieldError, openClassStatuses, type SaveCourse } from '@safety/contracts';
import {
  anyOf,
  archivedRow,
  CompanyTransactions,
  equal,
  execute,
  type NamedRow,
  namedRows,
  referenceFaults,
} from '@safety/persistence';
import { type Change, ProblemError, refuseFaults } from '@safety/platform';
import { ClassRows } from '../classes/classes.rows.js';
import { referencesTo } from '../rows/references.js';
import type { Course } from './course.entity.js';
import { CourseRows } from './courses.rows.js';

type References = Pick<SaveCourse, 'prerequisiteCourseIds' | 'equivalentCourseIds' | 'refresherCourseId'>;

/** Checks the courses that a course names, and the classes that name it. */
@Injectable()
export class CourseReferences {
  constructor(
    private readonly courses: CourseRows,
    private readonly classes: ClassRows,
    private readonly transactions: CompanyTransactions,
  ) {}

  /**
   * Two changes of prerequisites that are harmless alone can close a circle together, and two courses that
   * name each other as the refresher would wait for each other.
   */
  async takeTurns({ companyId }: CompanyContext, change: Change<SaveCourse>): Promise<void> {
    if (change.given('prerequisiteCourseIds') === undefined && !change.given('refresherCourseId')) return;
    await this.transactions.takeTurns(companyId, 'course-prerequisites');
  }

  /**
   * Resolves with the body. Throws 422 for a course that is unknown, archived unless `current` names it
   * already, or the course itself, and 422 `cycle` for a prerequisite that needs this course first.
   */
  async checked(company: CompanyContext, course: SaveCourse, current?: Course): Promise<SaveCourse> {
    const named = namedBy(course);
    const itself = named.find(({ id }) => id === current?.id);
    if (itself) throw cycle(itself.pointer, 'A course cannot name itself.');
    const before = new Set(current ? namedBy(current).map(({ id }) => id) : []);
    const added = named.filter(({ id }) => !before.has(id));
    const archived = await this.courses.archivedById(
      company,
      added.map(({ id }) => id),
    );
    refuseFaults(referenceFaults('course', added, archived));
    if (current) await this.checkCycle(company, current.id, course.prerequisiteCourseIds);
    return course;
  }

  /** Throws 409 `in-use` while a class of the course is yet to end. */
  async refuseClasses(company: CompanyContext, { id, archived }: Course): Promise<void> {
    if (archived) return;
    const { client } = this.transactions.current(company.companyId);
    const text = `SELECT FROM classes WHERE company_id = $1 AND course_id = $2
      AND status = ANY($3) AND NOT archived LIMIT 1`;
    const { rowCount } = await execute(client, text, [company.companyId, id, openClassStatuses]);
    if (!rowCount) return;
    const open = [equal('courseId', id), anyOf('status', openClassStatuses)];
    throw new ProblemError('in-use', {
      detail: 'The course has classes that are yet to end.',
      extensions: { references: await referencesTo(company, 'classes', this.classes, open) },
    });
  }

  private async checkCycle(
    { companyId }: CompanyContext,
    id: string,
    prerequisites: string[],
  ): Promise<void> {
    if (prerequisites.length === 0) return;
    const { client } = this.transactions.current(companyId);
    const text = `
      WITH RECURSIVE needed AS (
        SELECT unnest($3::uuid[]) AS id
        UNION
        SELECT unnest(c.prerequisite_course_ids) FROM needed JOIN courses AS c ON c.company_id = $1 AND c.id = needed.id
      )
      SELECT 1 FROM needed WHERE id = $2`;
    const { rowCount } = await execute(client, text, [companyId, id, prerequisites]);
    if (rowCount) throw cycle('/prerequisiteCourseIds', 'A prerequisite needs this course first.');
  }
}

const namedBy = ({ prerequisiteCourseIds, equivalentCourseIds, refresherCourseId }: References): NamedRow[] =>
  namedRows({ prerequisiteCourseIds, equivalentCourseIds, refresherCourseId });

const cycle = (pointer: string, detail: string): ProblemError =>
  new ProblemError('cycle', { detail, errors: [{ pointer, code: 'cycle', detail }] });

/** The errors of a course that begins nothing new any more. */
export function unusable({ archived, status }: Course, pointer = '/courseId'): FieldError[] {
  if (archived) return [archivedRow(pointer, 'course')];
  if (status !== 'retired') return [];
  return [{ pointer, code: 'not-allowed', detail: 'The course is retired.' }];
}
