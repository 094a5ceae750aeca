import { Injectable } from '@nestjs/common';
import { type ChangeOperation, type CompanyContext, courseChanged } from '@safety/contracts';
import { type CompanyActor, CompanyRows, messageOf, RowsSource } from '@safety/persistence';
import { DuePeople } from '../standings/due-people.js';
import { Course } from './course.entity.js';
import { courseLists } from './course-lists.js';

@Injectable()
export class CourseRows extends CompanyRows<Course> {
  constructor(
    source: RowsSource,
    private readonly due: DuePeople,
  ) {
    super(source, Course, {
      what: 'course',
      visible: 'to everyone',
      defaultSort: { key: 'name', descending: false },
      search: courseLists.search,
      lists: courseLists,
      message: messageOf(courseChanged, (course) => course),
      unique: { courses_code_key: { properties: ['code'], ignoresCase: true } },
      references: { courses_refresher_course_fkey: 'refresherCourseId' },
    });
  }

  /** A course that a body names, or none. */
  known(company: CompanyContext, id: string): Promise<Course | undefined> {
    return this.find(company, id, ' FOR SHARE');
  }

  protected override async record(
    company: CompanyActor,
    operation: ChangeOperation,
    before: Course | undefined,
    after: Course,
  ): Promise<void> {
    await super.record(company, operation, before, after);
    if (before && changesStandings(before, after))
      await this.due.addOfCourse(company.companyId, [...countingFor(before), ...countingFor(after)]);
  }
}

/** The courses whose records count for a course. */
const countingFor = ({ id, equivalentCourseIds, refresherCourseId }: Course): string[] => [
  id,
  ...equivalentCourseIds,
  ...(refresherCourseId ? [refresherCourseId] : []),
];

const changesStandings = (before: Course, after: Course): boolean =>
  before.archived !== after.archived ||
  before.expiryWarningDays !== after.expiryWarningDays ||
  countingFor(before).join() !== countingFor(after).join();
