import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError, SaveTrainingRecord } from '@safety/contracts';
import { namedRows, referenceFaults, unknownRow } from '@safety/persistence';
import { refuseFaults } from '@safety/platform';
import { ClassRows } from '../classes/classes.rows.js';
import type { Course } from '../courses/course.entity.js';
import { CourseRows } from '../courses/courses.rows.js';
import { People } from '../read-models/people.js';
import { StudentRows } from '../students/students.rows.js';

/** Checks whatever a training record names. */
@Injectable()
export class RecordReferences {
  constructor(
    private readonly people: People,
    private readonly courses: CourseRows,
    private readonly classes: ClassRows,
    private readonly students: StudentRows,
  ) {}

  /** Throws 403 for a person, and 422 for what cannot be named. Resolves with the course. */
  async check(company: CompanyContext, record: SaveTrainingRecord): Promise<Course> {
    const { personnelId, courseId } = record;
    const person = await this.people.named(company, personnelId);
    const known = await this.courses.archivedById(company, [courseId]);
    refuseFaults([
      ...person.faults,
      ...referenceFaults('course', namedRows({ courseId }), known),
      ...(await this.classFaults(company, record)),
      ...(await this.studentFaults(company, record)),
      ...unknownAttachments(record.attachmentIds),
    ]);
    return this.courses.get(company, courseId);
  }

  private async classFaults(
    company: CompanyContext,
    { classId, courseId }: SaveTrainingRecord,
  ): Promise<FieldError[]> {
    if (classId === null) return [];
    const found = await this.classes.known(company, classId);
    if (!found) return [unknownRow('/classId', 'class')];
    return found.courseId === courseId ? [] : [notOf('/classId', 'The class is of another course.')];
  }

  private async studentFaults(
    company: CompanyContext,
    { studentId, classId, personnelId }: SaveTrainingRecord,
  ): Promise<FieldError[]> {
    if (studentId === null) return [];
    const [found] = await this.students.findAll(company, [studentId]);
    if (!found) return [unknownRow('/studentId', 'student')];
    return found.classId === classId && found.personnelId === personnelId
      ? []
      : [notOf('/studentId', 'The student is another person or in another class.')];
  }
}

const notOf = (pointer: string, detail: string): FieldError => ({ pointer, code: 'not-allowed', detail });

/** Attachments are nowhere to be found yet, so no id of one can be right. */
export const unknownAttachments = (attachmentIds: string[]): FieldError[] =>
  namedRows({ attachmentIds }).map(({ pointer }) => unknownRow(pointer, 'attachment'));
