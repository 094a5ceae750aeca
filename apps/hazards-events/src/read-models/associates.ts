import { Injectable } from '@nestjs/common';
import type { AssociateState } from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import { NamedReadModel } from './named-read-model.js';

/** The associates of a company, as personnel-org publishes them. */
@Injectable()
export class Associates extends NamedReadModel<AssociateState> {
  constructor(transactions: CompanyTransactions) {
    super(transactions, {
      table: 'associates',
      what: 'associate',
      columns: ({ displayName, associateType, orgStructureIds }) => ({
        display_name: displayName,
        associate_type: associateType,
        org_structure_ids: orgStructureIds,
      }),
      sight: { permission: 'associates.read', ownedBy: 'NULL', at: 'o.id = ANY (r.org_structure_ids)' },
    });
  }
}
