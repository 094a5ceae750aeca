import { Injectable } from '@nestjs/common';
import type { ChangeOperation, CompanyContext, StudentStatus } from '@safety/contracts';
import { type CompanyActor, CompanyRows, execute, RowsSource } from '@safety/persistence';
import { presentSql } from '../read-models/people.js';
import { ofPeopleInSight } from '../read-models/people-in-sight.js';
import { pipelined } from '../rows/pipelined.js';
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

  /** Gives those who waited seats in their class, which is locked. */
  async seat(
    company: CompanyActor,
    students: readonly Student[],
    statusOf: (student: Student) => StudentStatus,
  ): Promise<void> {
    // around visible: follows from a seat that is free; each write is recorded
    const text = `UPDATE students SET status = to_status, version = version + 1, modified_at = now(),
        modified_by_user_id = $4
      FROM unnest($2::uuid[], $3::text[]) AS seated (of_id, to_status)
      WHERE company_id = $1 AND id = of_id RETURNING ${this.table.selectList}`;
    const values = [company.companyId, students.map(({ id }) => id), students.map(statusOf), company.userId];
    const { rows } = await execute<Student>(this.transaction(company).client, text, values);
    const after = new Map(rows.map((row) => [row.id, row]));
    const pairs = students.map((before) => ({ before, after: after.get(before.id) ?? before }));
    await this.recordAll(company, 'changed', pairs);
  }

  /** Writes students whose class is locked. */
  async changeAll(
    company: CompanyContext,
    students: readonly Student[],
    values: (student: Student) => Partial<Student>,
    operation: ChangeOperation = 'changed',
  ): Promise<void> {
    await pipelined(students, (student) => this.update(company, student, values(student), operation));
  }
}
