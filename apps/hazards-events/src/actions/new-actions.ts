import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import type { NewRow } from '@safety/persistence';
import { ReferenceNumbers } from '../reference-numbers/reference-numbers.js';
import type { Action } from './action.entity.js';
import { ActionRows } from './actions.rows.js';

const SERIES = 'ACT';

type Given = Omit<
  NewRow<Action>,
  | 'reference'
  | 'priorityRank'
  | 'originalDueDate'
  | 'status'
  | 'statusComment'
  | 'completedAt'
  | 'completedByUserId'
  | 'completionComment'
  | 'verifiedAt'
  | 'verifiedByUserId'
  | 'effectiveness'
>;

/** Adds actions whose references are checked. */
@Injectable()
export class NewActions {
  constructor(
    private readonly actions: ActionRows,
    private readonly numbers: ReferenceNumbers,
  ) {}

  async add(company: CompanyContext, action: Given): Promise<Action> {
    return this.actions.add(company, {
      ...action,
      originalDueDate: action.dueDate,
      status: 'open',
      statusComment: null,
      completedAt: null,
      completedByUserId: null,
      completionComment: null,
      verifiedAt: null,
      verifiedByUserId: null,
      effectiveness: null,
      reference: await this.numbers.next(company, SERIES),
    } as NewRow<Action>);
  }
}
