import { Injectable } from '@nestjs/common';
import { type ChangeOperation, type CompanyContext, reachOf } from '@safety/contracts';
import {
  type CompanyActor,
  CompanyRows,
  type Condition,
  foundBy,
  RowsSource,
  withinReach,
} from '@safety/persistence';
import { DuePeople } from '../standings/due-people.js';
import { TrainingClass } from './class.entity.js';
import { classLists } from './class-lists.js';

/** Classes at org structures where the caller may read, and those of the whole company. */
@Injectable()
export class ClassRows extends CompanyRows<TrainingClass> {
  constructor(
    source: RowsSource,
    private readonly due: DuePeople,
  ) {
    super(source, TrainingClass, {
      what: 'class',
      visible: inSight,
      defaultSort: { key: 'startAt', descending: false },
      search: classLists.search,
      lists: classLists,
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

/** The classes at or below the caller's org structures, and those of the whole company. */
function inSight(company: CompanyContext): Condition | undefined {
  const within = withinReach(company, reachOf(company, 'training.read'));
  if (!within) return undefined;
  return foundBy(
    (column, binds) => `(${column('orgStructureId')} IS NULL OR ${within(column, binds)})`,
    (companyId, atMost, table) => {
      const there = within.candidates?.(companyId, atMost, table);
      if (!there) throw new Error('A reach says which index finds its rows');
      const everywhere = [false, true].map(
        (archived) => `(SELECT id FROM ${table} WHERE company_id = $1 AND archived = ${archived}
          AND org_structure_id IS NULL LIMIT $3)`,
      );
      return { ...there, text: [there.text, ...everywhere].join(' UNION ALL ') };
    },
  );
}
