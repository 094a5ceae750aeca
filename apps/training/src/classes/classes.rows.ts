import { Injectable } from '@nestjs/common';
import { type ChangeOperation, reachOf } from '@safety/contracts';
import { type CompanyActor, CompanyRows, RowsSource, withinReach } from '@safety/persistence';
import { DuePeople } from '../standings/due-people.js';
import { TrainingClass } from './class.entity.js';

/** Classes at org structures where the caller may read, and those of the whole company. */
@Injectable()
export class ClassRows extends CompanyRows<TrainingClass> {
  constructor(
    source: RowsSource,
    private readonly due: DuePeople,
  ) {
    super(source, TrainingClass, {
      what: 'class',
      visible: (company) => {
        const within = withinReach(company, reachOf(company, 'training.read'));
        return (
          within && ((column, binds) => `(${column('orgStructureId')} IS NULL OR ${within(column, binds)})`)
        );
      },
      defaultSort: { key: 'startAt', descending: false },
      search: ['title', 'locationDescription', 'instructorName'],
    });
  }

  protected override async record(
    company: CompanyActor,
    operation: ChangeOperation,
    before: TrainingClass | undefined,
    after: TrainingClass,
  ): Promise<void> {
    await super.record(company, operation, before, after);
    const members = ['courseId', 'endsOn', 'status', 'archived'] as const;
    if (before && members.some((member) => before[member] !== after[member]))
      await this.due.addOfClass(company.companyId, after.id);
  }
}
