import { Injectable } from '@nestjs/common';
import { mayAnywhere, type TrainingRequirementsState, trainingRequirementsChanged } from '@safety/contracts';
import { CompanyRows, messageOf, RowsSource } from '@safety/persistence';
import { OrgStructureItem } from './org-structure-item.entity.js';
import { orgStructureItemLists } from './org-structure-lists.js';

@Injectable()
export class OrgStructureItemRows extends CompanyRows<OrgStructureItem> {
  constructor(source: RowsSource) {
    super(source, OrgStructureItem, {
      what: 'org structure item',
      visible: 'to everyone',
      mayRead: (company) => mayAnywhere(company, 'orgstructures.read'),
      lists: orgStructureItemLists,
      message: messageOf(trainingRequirementsChanged, requirementsState),
      unique: {
        org_structure_items_code_key: { properties: ['code'], ignoresCase: true },
        org_structure_items_name_key: { properties: ['name', 'type'], ignoresCase: true, activeOnly: true },
      },
    });
  }
}

/** The requirements of an item, as the other services know them. */
export const requirementsState = (item: OrgStructureItem): TrainingRequirementsState => ({
  itemId: item.id,
  version: item.version,
  itemName: item.name,
  archived: item.archived,
  requirements: item.trainingRequired,
});
