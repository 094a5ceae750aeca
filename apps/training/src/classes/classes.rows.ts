import { Injectable } from '@nestjs/common';
import { type CompanyContext, openClassStatuses, reachOf } from '@safety/contracts';
import {
  anyOf,
  CompanyRows,
  type Condition,
  equal,
  foundBy,
  RowsSource,
  withinReach,
} from '@safety/persistence';
import { readsTraining } from '../rows/reads-training.js';
import { DuePeople } from '../standings/due-people.js';
import { TrainingClass } from './class.entity.js';
import { classLists } from './class-lists.js';

/** Classes at org structures where the caller may read, and those of the whole company. */
@Injectable()
export class ClassRows extends CompanyRows<TrainingClass> {
  constructor(source: RowsSource, due: DuePeople) {
    super(source, TrainingClass, {
      what: 'class',
      visible: inSight,
      mayRead: readsTraining,
      lists: classLists,
      inner: ['endsOn', 'lastNumber', 'enrolledCount', 'waitlistedCount'],
      written: async ({ companyId }, after, before) => {
        // Every change of a class is one of the standings of its students: `modifiedAt` of theirs says so.
        if (before) await due.addOfClass(companyId, after.id);
      },
    });
  }

  /** Figures of the classes of courses that are yet to end. */
  figuresOfCourses(company: CompanyContext, courseIds: readonly string[]) {
    return this.figures<{ upcomingClassCount: number; enrolledCount: number }>(company, {
      per: 'courseId',
      among: courseIds,
      where: [equal('archived', false), anyOf('status', openClassStatuses)],
      // count is read: the statistics of courses, for their reader
      sql: { upcomingClassCount: 'count(*)::int', enrolledCount: 'sum(enrolled_count)::int' },
    });
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
