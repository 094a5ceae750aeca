import { Injectable } from '@nestjs/common';
import { CompanyRows, RowsSource } from '@safety/persistence';
import { OrgStructure } from './org-structure.entity.js';

/** Placements; every reader of org structures sees all of them, and selects those within reach. */
@Injectable()
export class OrgStructureRows extends CompanyRows<OrgStructure> {
  constructor(source: RowsSource) {
    super(source, OrgStructure, {
      what: 'org structure',
      visible: 'to everyone',
      defaultSort: { key: 'path', descending: false },
      search: ['name', 'code'],
    });
  }
}
