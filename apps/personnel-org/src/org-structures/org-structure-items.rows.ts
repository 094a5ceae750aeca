import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import {
  type ChangeOperation,
  type TrainingRequirementsState,
  trainingRequirementsChanged,
} from '@safety/contracts';
import { type CompanyActor, CompanyRows, RowsSource } from '@safety/persistence';
import { OrgStructureItem } from './org-structure-item.entity.js';

@Injectable()
export class OrgStructureItemRows extends CompanyRows<OrgStructureItem> {
  constructor(
    source: RowsSource,
    private readonly outbox: Outbox,
  ) {
    super(source, OrgStructureItem, {
      what: 'org structure item',
      visible: 'to everyone',
      defaultSort: { key: 'name', descending: false },
      search: ['name', 'code'],
      unique: {
        org_structure_items_code_key: { properties: ['code'], ignoresCase: true },
        org_structure_items_name_key: { properties: ['name', 'type'], ignoresCase: true, activeOnly: true },
      },
    });
  }

  protected override async record(
    company: CompanyActor,
    operation: ChangeOperation,
    before: OrgStructureItem | undefined,
    after: OrgStructureItem,
  ): Promise<void> {
    await super.record(company, operation, before, after);
    await this.outbox.add(this.transaction(company), trainingRequirementsChanged, requirementsState(after));
  }
}

/** What an item requires, as the other services know it. */
export const requirementsState = (item: OrgStructureItem): TrainingRequirementsState => ({
  itemId: item.id,
  version: item.version,
  itemName: item.name,
  archived: item.archived,
  requirements: item.trainingRequired,
});
