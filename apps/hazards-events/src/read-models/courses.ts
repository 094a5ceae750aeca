import { Injectable } from '@nestjs/common';
import type { CourseState } from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import { NamedReadModel } from './named-read-model.js';

/** The courses of a company, as training publishes them: actions may come from one. */
@Injectable()
export class Courses extends NamedReadModel<CourseState> {
  constructor(transactions: CompanyTransactions) {
    super(transactions, { table: 'courses', what: 'course', columns: ({ name }) => ({ name }) });
  }
}
