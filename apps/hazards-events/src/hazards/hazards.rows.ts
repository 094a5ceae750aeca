import { Injectable } from '@nestjs/common';
import { reachOf } from '@safety/contracts';
import { CompanyRows, RowsSource, withinReach } from '@safety/persistence';
import { Hazard } from './hazard.entity.js';
import { isAdministrator } from './hazard-views.js';

/** Working copies. */
@Injectable()
export class HazardRows extends CompanyRows<Hazard> {
  constructor(source: RowsSource) {
    super(source, Hazard, {
      what: 'hazard',
      visible: (company) => withinReach(company, reachOf(company, 'hazards.read')),
      defaultSort: { key: 'identifiedAt', descending: true },
      search: ['title', 'description', 'reference'],
      anonymous: {
        when: ({ anonymous }) => anonymous,
        revealedTo: isAdministrator,
        members: ['reportedByPersonnelId', 'reportedByAssociateId', 'reportedByName'],
      },
    });
  }
}
