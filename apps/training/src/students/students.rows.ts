import { Injectable } from '@nestjs/common';
import type { ChangeOperation, CompanyContext } from '@safety/contracts';
import { type CompanyActor, CompanyRows, execute, MODIFIED_NOW, RowsSource } from '@safety/persistence';
import { presentSql } from '../read-models/people.js';
import { ofPeopleInSight } from '../read-models/people-in-sight.js';
import { readsTraining } from '../rows/reads-training.js';
import { DuePeople } from '../standings/due-people.js';
import { Student } from './student.entity.js';
import { studentLists } from './student-lists.js';

/** Students: the people at org structures where the caller may read, whatever the class. */
@Injectable()
export class StudentRows extends CompanyRows<Student> {
  constructor(source: RowsSource, due: DuePeople) {
    super(source, Student, {
      what: 'student',
      visible: ofPeopleInSight,
      mayRead: readsTraining,
      lists: studentLists,
      inner: ['number', 'formerStatus', 'cancelledWithClass'],
      written: ({ companyId }, { personnelId }) => due.add(companyId, personnelId),
    });
  }

  /** The students of a class that are not cancelled, in their order. */
  async ofClass(company: CompanyContext, classId: string): Promise<Student[]> {
    const text = `SELECT ${this.table.selectList} FROM ${this.table.name}
      WHERE company_id = $1 AND class_id = $2 AND archived_at IS NULL ORDER BY number`;
    const { client } = this.transaction(company);
    return (await execute<Student>(client, text, [company.companyId, classId])).rows;
  }

  /** Those whom the cancellation of their class has cancelled, in their order. */
  async cancelledWithClass(company: CompanyContext, classId: string): Promise<Student[]> {
    const text = `SELECT ${this.table.selectList} FROM ${this.table.name}
      WHERE company_id = $1 AND class_id = $2 AND cancelled_with_class ORDER BY number`;
    const { client } = this.transaction(company);
    return (await execute<Student>(client, text, [company.companyId, classId])).rows;
  }

  /** The next ones on the waiting list of a class who may be given a seat. */
  async waiting(company: CompanyActor, classId: string, most: number): Promise<Student[]> {
    const text = `SELECT ${this.table.selectList} FROM ${this.table.name}
      WHERE company_id = $1 AND class_id = $2 AND status = 'waitlisted'
        AND personnel_id IN (SELECT p.id FROM personnel AS p WHERE p.company_id = $1 AND ${presentSql})
      ORDER BY number LIMIT $3`;
    const { client } = this.transaction(company);
    return (await execute<Student>(client, text, [company.companyId, classId, most])).rows;
  }

  /** The classes that have not ended on whose waiting lists somebody is. */
  async classesAwaited({ companyId }: CompanyActor, personnelId: string): Promise<string[]> {
    const text = `SELECT s.class_id AS "classId" FROM students AS s
      JOIN classes AS k ON k.company_id = s.company_id AND k.id = s.class_id AND k.end_at > now()
      WHERE s.company_id = $1 AND s.personnel_id = $2 AND s.status = 'waitlisted' ORDER BY s.class_id`;
    const { client } = this.transaction({ companyId, userId: null });
    const { rows } = await execute<Pick<Student, 'classId'>>(client, text, [companyId, personnelId]);
    return rows.map(({ classId }) => classId);
  }

  /** The students of a class among some people, cancelled ones aside. */
  async amongPeople(company: CompanyContext, classId: string, people: readonly string[]) {
    const text = `SELECT id, personnel_id AS "personnelId" FROM students
      WHERE company_id = $1 AND class_id = $2 AND personnel_id = ANY($3) AND archived_at IS NULL`;
    const values = [company.companyId, classId, people];
    const { client } = this.transaction(company);
    const { rows } = await execute<{ id: string; personnelId: string }>(client, text, values);
    return new Map(rows.map(({ id, personnelId }) => [personnelId, id]));
  }

  /** Writes students whose class is locked, with one statement: a class may have thousands. */
  async changeAll(
    company: CompanyActor,
    students: readonly Student[],
    values: (student: Student) => StudentChange,
    operation: ChangeOperation = 'changed',
  ): Promise<void> {
    if (students.length === 0) return;
    // around visible: follows from the class, or the student is authorised; each write is recorded
    const text = `UPDATE students SET status = to_status, former_status = to_former_status,
        cancelled_with_class = to_cancelled_with_class, cancelled_reason = to_cancelled_reason,
        number = to_number, enrolled_at = to_enrolled_at, training_record_id = to_training_record_id,
        archived_at = to_archived_at, archived_by_user_id = to_archived_by,
        version = version + 1, ${MODIFIED_NOW}, modified_by_user_id = $3
      FROM jsonb_to_recordset($2) AS changes (of_id uuid, to_status text, to_former_status text,
        to_cancelled_with_class boolean, to_cancelled_reason text, to_number integer, to_enrolled_at timestamptz,
        to_training_record_id uuid, to_archived_at timestamptz, to_archived_by uuid)
      WHERE company_id = $1 AND id = of_id RETURNING ${this.table.selectList}`;
    const changes = students.map((student) => changeOf({ ...student, ...values(student) }));
    const bound = [company.companyId, JSON.stringify(changes), company.userId];
    const { rows } = await execute<Student>(this.transaction(company).client, text, bound);
    const after = new Map(rows.map((row) => [row.id, row]));
    const pairs = students.map((before) => ({ before, after: after.get(before.id) ?? before }));
    await this.recordAll(company, operation, pairs);
  }
}

/** The members that a student has by the class; whoever writes them has locked it. */
export type StudentChange = Partial<
  Pick<
    Student,
    | 'status'
    | 'formerStatus'
    | 'cancelledWithClass'
    | 'cancelledReason'
    | 'number'
    | 'enrolledAt'
    | 'trainingRecordId'
    | 'archivedAt'
    | 'archivedByUserId'
  >
>;

const changeOf = (student: Student) => ({
  of_id: student.id,
  to_status: student.status,
  to_former_status: student.formerStatus,
  to_cancelled_with_class: student.cancelledWithClass,
  to_cancelled_reason: student.cancelledReason,
  to_number: student.number,
  to_enrolled_at: student.enrolledAt,
  to_training_record_id: student.trainingRecordId,
  to_archived_at: student.archivedAt,
  to_archived_by: student.archivedByUserId,
});
