import { Injectable } from '@nestjs/common';
import { reachOf } from '@safety/contracts';
import { CompanyRows, RowsSource, withinReach } from '@safety/persistence';
import { TrainingClass } from './class.entity.js';

/** Classes at org structures where the caller may read, and those of the whole company. */
@Injectable()
export class ClassRows extends CompanyRows<TrainingClass> {
  constructor(source: RowsSource) {
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
}
