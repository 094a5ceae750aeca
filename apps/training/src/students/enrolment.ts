import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type EnrolStudent,
  type EnrolStudents,
  type enrolledStudentsSchema,
} from '@safety/contracts';
import { archivedRow, type NewRow, unknownRow } from '@safety/persistence';
import {
  type Change,
  checkPrecondition,
  ProblemError,
  permissionDenied,
  refuseFaults,
  stepRefused,
} from '@safety/platform';
import type { z } from 'zod';
import type { TrainingClass } from '../classes/class.entity.js';
import { isOver, stepsOfClass } from '../classes/class-steps.js';
import { ClassRows } from '../classes/classes.rows.js';
import { classFull, type Seat, Seats } from '../classes/seats.js';
import { faultsOf, hasLeft, mayWrite, People } from '../read-models/people.js';
import { readsTraining } from '../rows/reads-training.js';
import { Grading } from './grading.js';
import { Prerequisites } from './prerequisites.js';
import type { Student } from './student.entity.js';
import { StudentRows } from './students.rows.js';

type Enrolled = z.input<typeof enrolledStudentsSchema>;
type Details = Pick<EnrolStudent, 'score' | 'attendanceMinutes' | 'feedback' | 'externalId' | 'customFields'>;

const noDetails: Details = {
  score: null,
  attendanceMinutes: null,
  feedback: null,
  externalId: null,
  customFields: {},
};

/**
 * Enrols people into a class. The row of the class is locked first, so that enrolments follow one another:
 * 1. the class takes students (409 `archived`, `invalid-state`)
 * 2. the person has not left (409 `invalid-state`)
 * 3. the person is not in it already (409 `already-enrolled`)
 * 4. the person has what the course needs before (422 `prerequisite-missing`)
 * 5. there is a seat, or one on the waiting list (409 `class-full`)
 */
@Injectable()
export class Enrolment {
  constructor(
    private readonly classes: ClassRows,
    private readonly seats: Seats,
    private readonly people: People,
    private readonly prerequisites: Prerequisites,
    private readonly students: StudentRows,
    private readonly grading: Grading,
  ) {}

  async one(company: CompanyContext, body: EnrolStudent): Promise<Student> {
    const { classId, personnelId, status, waitlistIfFull } = body;
    const person = await this.people.named(company, personnelId);
    const visible = (await this.classes.archivedById(company, [classId])).has(classId);
    const wanted = visible ? await this.seats.lock(company.companyId, classId) : undefined;
    refuseFaults([
      ...(wanted ? [] : [unknownRow('/classId', 'class')]),
      ...(wanted?.archived ? [archivedRow('/classId', 'class')] : []),
      ...person.faults,
    ]);
    const taken = await this.open(company, classId);
    if (person.gone) throw hasLeft();
    await this.refuseEnrolled(company, classId, personnelId);
    await this.refuseLacking(company, taken, personnelId);
    return this.seat(company, taken, personnelId, waitlistIfFull || status === 'waitlisted', body);
  }

  /**
   * Enrols several, in their order, each with a result of its own. Throws 409 when the class is full and has
   * none of them, not from an earlier request either: that one may come again, because its answer was lost.
   */
  async many(company: CompanyContext, classId: string, change: Change<EnrolStudents>): Promise<Enrolled> {
    await this.classes.get(company, classId);
    const taken = await this.open(company, classId);
    checkPrecondition(change.precondition, taken.version);
    const body = change.of({});
    const refusals = await this.refusals(company, taken, body.personnelIds);
    const wanted = body.personnelIds.filter((id) => !refusals.has(id));
    const added = await this.seatAll(company, taken, wanted, body.waitlistIfFull);
    const results = body.personnelIds.map(
      (id) => refusals.get(id) ?? added.get(id) ?? refusedBy(classFull(), id),
    );
    const isFull = results.some(({ error }) => error?.code === 'class-full');
    if (isFull && !results.some(isInClass))
      throw new ProblemError('class-full', { detail: 'The class has no free seat for any of them.' });
    return results;
  }

  /** Throws 409 `already-enrolled` for somebody who is in the class. */
  async refuseEnrolled(company: CompanyContext, classId: string, personnelId: string): Promise<void> {
    const other = (await this.students.amongPeople(company, classId, [personnelId])).get(personnelId);
    if (other) throw alreadyEnrolled(company, other);
  }

  /** Throws 422 `prerequisite-missing` for somebody who lacks a course that the class needs before. */
  async refuseLacking(company: CompanyContext, taken: TrainingClass, personnelId: string): Promise<void> {
    const missing = await this.prerequisites.missing(company.companyId, taken, [personnelId]);
    const lacks = missing.get(personnelId);
    if (lacks) throw prerequisiteMissing(company, lacks);
  }

  /** Locks a class that takes students. Throws 409 `archived` or `invalid-state` for any other. */
  async open(company: CompanyContext, classId: string): Promise<TrainingClass> {
    const taken = await this.seats.lock(company.companyId, classId);
    if (taken.archived) throw new ProblemError('archived', { detail: 'The class is archived.' });
    const { status, enrolmentDeadline } = taken;
    const now = await this.classes.startedAt(company);
    if (isOver(taken)) throw await closed(taken, `The class is ${status}.`, now);
    if (enrolmentDeadline && enrolmentDeadline < now)
      throw await closed(taken, 'The enrolment deadline has passed.', now);
    return taken;
  }

  private async refusals(
    company: CompanyContext,
    taken: TrainingClass,
    people: readonly string[],
  ): Promise<Map<string, Enrolled[number]>> {
    const known = await this.people.find(company, people);
    const enrolled = await this.students.amongPeople(company, taken.id, people);
    const missing = await this.prerequisites.missing(company.companyId, taken, people);
    return new Map(
      people.flatMap((id) => {
        const person = known.get(id);
        const [fault] = faultsOf(company, '/personnelIds', person);
        if (fault) return [[id, refused(id, fault)]];
        const [other, lacks] = [enrolled.get(id), missing.get(id)];
        if (person && !mayWrite(company, person))
          return [[id, refusedBy(permissionDenied('training.write'), id)]];
        if (person?.gone) return [[id, refusedBy(hasLeft(), id)]];
        if (other) return [[id, refusedBy(alreadyEnrolled(company, other), id)]];
        return lacks ? [[id, refusedBy(prerequisiteMissing(company, lacks), id)]] : [];
      }),
    );
  }

  private async seat(
    company: CompanyContext,
    taken: TrainingClass,
    personnelId: string,
    waitsIfFull: boolean,
    { score, attendanceMinutes, feedback, externalId, customFields }: Details,
  ): Promise<Student> {
    const seat = await this.seats.take(company.companyId, taken.id, waitsIfFull);
    return this.students.add(company, {
      ...studentOf(taken, personnelId, seat),
      status: score === null ? seat.status : (await this.grading.inClass(company, taken))({ ...seat, score }),
      score,
      attendanceMinutes,
      feedback,
      externalId,
      customFields,
    });
  }

  /** Gives seats to people in their order; resolves with the results of those for whom there is one. */
  private async seatAll(
    company: CompanyContext,
    taken: TrainingClass,
    people: readonly string[],
    waitsIfFull: boolean,
  ): Promise<Map<string, Enrolled[number]>> {
    const seats = await this.seats.takeAll(company.companyId, taken.id, people.length, waitsIfFull);
    const students = people.flatMap((id, index) => {
      const seat = seats[index];
      return seat ? [studentOf(taken, id, seat)] : [];
    });
    const added = await this.students.addAll(company, students);
    return new Map(added.map((student) => [student.personnelId, seated(student)]));
  }
}

const studentOf = ({ id }: TrainingClass, personnelId: string, seat: Seat): NewRow<Student> => ({
  ...seat,
  classId: id,
  personnelId,
  formerStatus: null,
  cancelledWithClass: false,
  cancelledReason: null,
  trainingRecordId: null,
  ...noDetails,
});

const seated = ({ id, personnelId, status }: Student): Enrolled[number] => ({
  personnelId,
  status: status === 'waitlisted' ? 'waitlisted' : 'enrolled',
  studentId: id,
  error: null,
});

const refused = (
  personnelId: string,
  { code, detail }: { code: string; detail: string },
  studentId: string | null = null,
): Enrolled[number] => ({ personnelId, status: null, studentId, error: { code, detail } });

/** The result of somebody whom a problem keeps out. Throws any other error. */
function refusedBy(error: unknown, personnelId: string): Enrolled[number] {
  if (!(error instanceof ProblemError)) throw error;
  const { code, message: detail, options } = error;
  return refused(personnelId, { code, detail }, options.extensions?.conflictingId);
}

const isInClass = ({ status, error }: Enrolled[number]): boolean =>
  status !== null || error?.code === 'already-enrolled';

const alreadyEnrolled = (company: CompanyContext, studentId: string) =>
  new ProblemError('already-enrolled', {
    detail: 'The person is in the class already.',
    extensions: { conflictingId: readsTraining(company) ? studentId : null },
  });

function prerequisiteMissing(company: CompanyContext, names: string[]): ProblemError {
  const lacking = readsTraining(company) ? names.join(', ') : 'a course that is needed first';
  return new ProblemError('prerequisite-missing', {
    detail: `The person lacks ${lacking}.`,
    errors: [{ pointer: '/personnelId', code: 'not-allowed', detail: `Lacks ${lacking}.` }],
  });
}

/** 409: the state of a class does not let students in or out. */
export const closed = (taken: TrainingClass, detail: string, now: Date): Promise<ProblemError> =>
  stepRefused(stepsOfClass(taken, now), { code: 'invalid-state', detail });
