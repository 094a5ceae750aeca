import type { ListDeclaration } from '@safety/persistence';
import type { OrgStructure } from './org-structure.entity.js';
import type { OrgStructureItem } from './org-structure-item.entity.js';

export const orgStructureLists = {
  table: 'org_structures',
  defaultSort: 'path',
  sorts: ['path', 'name'],
  filters: ['type', 'parentId', 'itemId'],
  // An org structure and all below it have its id in their paths.
  sets: ['pathIds'],
  search: ['name', 'code'],
  others: { selectable: 'pathIds', isDefault: 'the id' },
} satisfies ListDeclaration<keyof OrgStructure>;

export const orgStructureItemLists = {
  table: 'org_structure_items',
  defaultSort: 'name',
  sorts: ['name'],
  filters: ['type'],
  search: ['name', 'code'],
} satisfies ListDeclaration<keyof OrgStructureItem>;
