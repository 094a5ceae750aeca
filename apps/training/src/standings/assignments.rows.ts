import { Injectable } from '@nestjs/common';
import type { ChangeOperation, ChangePage, CompanyContext, ListChanges } from '@safety/contracts';
import { CompanyRows, RowsSource, recordedChanges } from '@safety/persistence';
import { checkPrecondition, type Precondition } from '@safety/platform';
import { ofPeopleInSight } from '../read-models/people-in-sight.js';
import { readsTraining } from '../rows/reads-training.js';
import { Assignment } from './assignment.entity.js';
import { DuePeople } from './due-people.js';
import { standingId } from './standing-id.js';

type Decision = Partial<Assignment>;
type Key = Pick<Assignment, 'personnelId' | 'courseId'>;

/** Decisions of people, by the id of the standing. */
@Injectable()
export class AssignmentRows extends CompanyRows<Assignment> {
  constructor(source: RowsSource, due: DuePeople) {
    super(source, Assignment, {
      what: 'training',
      visible: ofPeopleInSight,
      mayRead: readsTraining,
      defaultSort: { key: 'modifiedAt', descending: false },
      search: [],
      unique: { training_assignments_person_key: { properties: ['personnelId', 'courseId'] } },
      written: ({ companyId }, { personnelId }) => due.add(companyId, personnelId),
    });
  }

  /**
   * The decision about a standing; none when nobody has decided anything. Those who decide take turns until
   * the transaction ends, since a row that is not there cannot be locked.
   */
  async decided(company: CompanyContext, { personnelId, courseId }: Key): Promise<Assignment | undefined> {
    const id = standingId(personnelId, courseId);
    await this.source.transactions.takeTurns(company.companyId, `training ${id}`);
    return this.find(company, id, ' FOR UPDATE');
  }

  /** The changes of the decision about a standing that the caller may see; none before there is any. */
  changes(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    return recordedChanges(this.transaction(company), this.source.cursors, this.resource, id, query);
  }

  /** Takes an assignment back. */
  async takeBack(company: CompanyContext, current: Assignment): Promise<void> {
    const archivedAt = await this.transaction(company).startedAt;
    await this.update(company, current, { archivedAt, archivedByUserId: company.userId }, 'archived');
  }

  /** Stores a decision, the first or another one. */
  async decide(
    company: CompanyContext,
    { personnelId, courseId }: Key,
    current: Assignment | undefined,
    values: Decision,
    operation: ChangeOperation = 'changed',
  ): Promise<void> {
    if (current) {
      await this.update(company, current, values, operation);
      return;
    }
    const id = standingId(personnelId, courseId);
    await this.add(company, { ...undecided, ...values, id, personnelId, courseId });
  }
}

const undecided = {
  assigned: false,
  assignedByUserId: null,
  dueDate: null,
  waivedUntil: null,
  waiverReason: null,
};

/** The version of a decision; before there is any it is 0. */
export const checkDecision = (precondition: Precondition, current: Assignment | undefined): void =>
  checkPrecondition(precondition, current?.version ?? 0);
