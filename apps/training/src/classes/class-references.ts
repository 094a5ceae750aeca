import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  covers,
  type FieldError,
  mayAnywhere,
  reachOf,
  type SaveClass,
} from '@safety/contracts';
import { OrgStructures, unknownRow } from '@safety/persistence';
import { ProblemError, permissionDenied, refuseFaults } from '@safety/platform';
import type { Course } from '../courses/course.entity.js';
import { unusable } from '../courses/course-references.js';
import { CourseRows } from '../courses/courses.rows.js';
import { Associates } from '../read-models/associates.js';
import { People } from '../read-models/people.js';
import { referenceTo } from '../rows/references.js';
import { TrainingRecordRows } from '../training-records/training-records.rows.js';
import type { TrainingClass } from './class.entity.js';
import { isOver } from './class-steps.js';

const needed = { see: 'training.read', write: 'training.write' } as const;

/** Checks whatever a class names, and who may write it. */
@Injectable()
export class ClassReferences {
  constructor(
    private readonly courses: CourseRows,
    private readonly orgStructures: OrgStructures,
    private readonly people: People,
    private readonly associates: Associates,
    private readonly records: TrainingRecordRows,
  ) {}

  /**
   * Throws 403 unless the caller may write at the org structure of a class, or everywhere for one without.
   */
  async authorise(company: CompanyContext, { orgStructureId }: TrainingClass): Promise<void> {
    const reach = reachOf(company, needed.write);
    const ids = orgStructureId === null ? [] : [orgStructureId];
    const [place] = (await this.orgStructures.find(company.companyId, ids)).values();
    if (covers(reach, place?.pathIds ?? [])) return;
    throw permissionDenied(needed.write, orgStructureId === null ? 'in the whole company' : undefined);
  }

  /**
   * Throws 422 for what cannot be named, unless `current` names it already, and 403. Resolves with the
   * course.
   */
  async check(company: CompanyContext, wanted: SaveClass, current?: TrainingClass): Promise<Course> {
    const course = await this.courses.known(company, wanted.courseId);
    const isNew = (
      member: 'courseId' | 'orgStructureId' | 'instructorPersonnelId' | 'instructorAssociateId',
    ) => wanted[member] !== null && wanted[member] !== current?.[member];
    refuseFaults([
      ...(course ? [] : [unknownRow('/courseId', 'course')]),
      ...(course && isNew('courseId') ? unusable(course) : []),
      ...(current && isNew('courseId') ? await this.recordFaults(company, current) : []),
      ...(await this.placeFaults(company, wanted, current)),
      ...(isNew('instructorPersonnelId')
        ? await this.people.faults(company, '/instructorPersonnelId', wanted.instructorPersonnelId)
        : []),
      ...(isNew('instructorAssociateId')
        ? await this.associates.faults(company, '/instructorAssociateId', wanted.instructorAssociateId)
        : []),
    ]);
    if (!course) throw new Error('A class without a course was not refused');
    return course;
  }

  /**
   * Throws 409 for a class that is restored though none like it is added: `archived` where its course is, and
   * for one that is not over `archived` where its org structure is, and `invalid-state` where the course is
   * retired. No step is left to what is archived.
   */
  async refuseRestoring(company: CompanyContext, row: TrainingClass): Promise<void> {
    const { courseId, orgStructureId } = row;
    const course = await this.courses.known(company, courseId);
    const toCourse = () => referenceTo(company, 'courses', this.courses, courseId);
    if (course?.archived) throw archived('course', await toCourse());
    if (isOver(row)) return;
    if (course?.status === 'retired')
      throw new ProblemError('invalid-state', {
        detail: 'The course is retired: reactivate it first.',
        extensions: { currentStatus: row.status, allowedTransitions: [], references: await toCourse() },
      });
    const ids = orgStructureId === null ? [] : [orgStructureId];
    const [place] = (await this.orgStructures.find(company.companyId, ids)).values();
    if (!place?.archived) return;
    const readable = mayAnywhere(company, 'orgstructures.read');
    throw archived('org structure', readable ? [{ resource: 'orgstructures', id: place.id }] : []);
  }

  /** Throws 422 for a class whose course or org structure takes no new one any more. */
  async refuseUnusable(
    company: CompanyContext,
    { courseId, orgStructureId }: TrainingClass,
    pointer: string,
  ): Promise<void> {
    refuseFaults([
      ...unusable(await this.courses.unrestricted.getForShare(company, courseId), pointer),
      ...(orgStructureId ? await this.orgStructures.faults(company, orgStructureId, needed, pointer) : []),
    ]);
  }

  /** The errors of another course: evidence of this one would be of a class of that one. */
  private async recordFaults(company: CompanyContext, { id }: TrainingClass): Promise<FieldError[]> {
    if (!(await this.records.nameClass(company, id))) return [];
    const detail = 'Training records name the class: add another class for this course.';
    return [{ pointer: '/courseId', code: 'not-allowed', detail }];
  }

  private async placeFaults(
    company: CompanyContext,
    { orgStructureId }: SaveClass,
    current: TrainingClass | undefined,
  ): Promise<FieldError[]> {
    if (current && orgStructureId === current.orgStructureId) return [];
    if (orgStructureId) return this.orgStructures.faults(company, orgStructureId, needed);
    if (reachOf(company, needed.write) !== 'everywhere')
      throw permissionDenied(needed.write, 'in the whole company');
    return [];
  }
}

const archived = (what: string, references: { resource: string; id: string }[]): ProblemError =>
  new ProblemError('archived', {
    detail: `The ${what} is archived: restore it first.`,
    extensions: { references },
  });
