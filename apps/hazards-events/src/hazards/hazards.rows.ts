import { Injectable } from '@nestjs/common';
import { reachOf } from '@safety/contracts';
import { CompanyRows, RowsSource } from '@safety/persistence';
import { within } from '../read-models/place-conditions.js';
import { Hazard } from './hazard.entity.js';

/** Working copies. */
@Injectable()
export class HazardRows extends CompanyRows<Hazard> {
  constructor(source: RowsSource) {
    super(source, Hazard, {
      what: 'hazard',
      visible: (company) => within(company, reachOf(company, 'hazards.read')),
      defaultSort: { key: 'identifiedAt', descending: true },
      search: ['title', 'description', 'reference'],
    });
  }
}
