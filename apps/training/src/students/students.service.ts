import { Injectable } from '@nestjs/common';
import type {
  ChangePage,
  CompanyContext,
  ListChanges,
  ListStudents,
  ListStudentsOfClass,
  Page,
  SaveStudent,
} from '@safety/contracts';
import { type Condition, foundBy } from '@safety/persistence';
import type { Change } from '@safety/platform';
import { ClassRows } from '../classes/classes.rows.js';
import { Seats } from '../classes/seats.js';
import { People } from '../read-models/people.js';
import type { Student } from './student.entity.js';
import { StudentChanges } from './student-changes.js';
import { StudentRows } from './students.rows.js';
import { WaitingList } from './waiting-list.js';

@Injectable()
export class StudentsService {
  constructor(
    private readonly classes: ClassRows,
    private readonly students: StudentRows,
    private readonly seats: Seats,
    private readonly people: People,
    private readonly changes: StudentChanges,
    private readonly waitingList: WaitingList,
  ) {}

  page(company: CompanyContext, query: ListStudents): Promise<Page<Student>> {
    return this.students.page(company, showingAsked(query), [
      ...this.students.filters(query),
      ofCourses(company, query.courseId),
    ]);
  }

  async pageOfClass(
    company: CompanyContext,
    classId: string,
    query: ListStudentsOfClass,
  ): Promise<Page<Student>> {
    await this.classes.get(company, classId);
    return this.page(company, { ...query, classId: [classId], courseId: undefined });
  }

  get(company: CompanyContext, id: string): Promise<Student> {
    return this.students.get(company, id);
  }

  history(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    return this.students.history(company, id, query);
  }

  /**
   * Writes a student; the class is locked before. Until it ends, those who wait get the seat that becomes
   * free.
   */
  async change(company: CompanyContext, id: string, change: Change<SaveStudent>): Promise<Student> {
    const { classId } = await this.students.get(company, id);
    const taken = await this.seats.lock(company.companyId, classId);
    const changed = await this.students.change(company, id, change, {
      authorise: (student) => this.people.authorise(company, student.personnelId),
      values: (wanted, student) => this.changes.values(company, taken, student, wanted),
    });
    await this.waitingList.fill(company, classId);
    return this.students.get(company, changed.id);
  }
}

/** Cancelled students are archived; a query that names them wants to see them. */
const showingAsked = (query: ListStudents): ListStudents =>
  query.includeArchived === 'false' && query.status?.includes('cancelled')
    ? { ...query, includeArchived: 'true' }
    : query;

const ofCourses = (
  { companyId }: CompanyContext,
  courseIds: readonly string[] | undefined,
): Condition | undefined =>
  courseIds &&
  foundBy(
    (column, binds) => `${column('classId')} IN (${classesSql(binds.add(companyId), binds.add(courseIds))})`,
    (company, atMost, table) => ({
      text: `SELECT id FROM ${table} WHERE company_id = $1
        AND class_id = ANY (ARRAY(${classesSql('$1', '$2')})) LIMIT $3`,
      values: [company, courseIds, atMost],
    }),
  );

const classesSql = (company: string, courseIds: string): string =>
  `SELECT k.id FROM classes AS k WHERE k.company_id = ${company} AND k.course_id = ANY(${courseIds}::uuid[])`;
