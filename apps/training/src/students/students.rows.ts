import { Injectable } from '@nestjs/common';
import type { ChangeOperation, CompanyContext } from '@safety/contracts';
import {
  type CompanyActor,
  CompanyRows,
  execute,
  MODIFIED_NOW,
  type NewRow,
  RowsSource,
  rowsById,
} from '@safety/persistence';
import { v7 as newId } from 'uuid';
import { presentSql } from '../read-models/people.js';
import { ofPeopleInSight } from '../read-models/people-in-sight.js';
import { byColumn } from '../rows/by-column.js';
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

  /** Adds students whose class is locked, with one statement; resolves with them in their order. */
  async addAll(company: CompanyContext, students: readonly NewRow<Student>[]): Promise<Student[]> {
    const { companyId, userId } = company;
    const of = { companyId, createdByUserId: userId, modifiedByUserId: userId };
    // These ids are in the order of the students, who come into the class at the same time.
    const rows = students.map((student) => ({ ...student, ...of, id: newId() }));
    if (!rows[0]) return [];
    const { column, selectList } = this.table;
    const names = Object.keys(rows[0]).map(column).join(', ');
    // around visible: each of the people is authorised; each write is recorded
    const text = `INSERT INTO students (${names})
      SELECT ${names} FROM jsonb_populate_recordset(NULL::students, $1) RETURNING ${selectList}`;
    const values = JSON.stringify(rows.map((row) => byColumn(column, row)));
    const stored = await execute<Student>(this.transaction(company).client, text, [values]);
    const after = rowsById(stored.rows);
    const added = rows.map(({ id }) => after(id));
    await this.recordAll(
      company,
      'added',
      added.map((student) => ({ after: student })),
    );
    return added;
  }

  /** Writes students whose class is locked, with one statement: a class may have thousands. */
  async changeAll(
    company: CompanyActor,
    students: readonly Student[],
    values: (student: Student) => StudentChange,
    operation: ChangeOperation = 'changed',
  ): Promise<void> {
    if (students.length === 0) return;
    const { column, selectList } = this.table;
    const set = fromClass.map(column).map((name) => `${name} = (becomes).${name}`);
    // around visible: follows from the class, or the student is authorised; each write is recorded
    const text = `UPDATE students SET version = version + 1, ${MODIFIED_NOW}, modified_by_user_id = $3,
        ${set.join(', ')}
      FROM (
        SELECT c.id AS of_id, c AS becomes FROM jsonb_populate_recordset(NULL::students, $2) AS c
      ) AS changes
      WHERE company_id = $1 AND id = of_id RETURNING ${selectList}`;
    const changes = students.map((student) => byColumn(column, { ...student, ...values(student) }));
    const bound = [company.companyId, JSON.stringify(changes), company.userId];
    const { rows } = await execute<Student>(this.transaction(company).client, text, bound);
    const after = rowsById(rows);
    const pairs = students.map((before) => ({ before, after: after(before.id) }));
    await this.recordAll(company, operation, pairs);
  }
}

/** The members that a student has by the class; whoever writes them has locked it. */
const fromClass = [
  'status',
  'formerStatus',
  'cancelledWithClass',
  'cancelledReason',
  'number',
  'enrolledAt',
  'trainingRecordId',
  'archivedAt',
  'archivedByUserId',
] as const satisfies (keyof Student)[];

export type StudentChange = Partial<Pick<Student, (typeof fromClass)[number]>>;
