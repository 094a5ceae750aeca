import type { ListDeclaration } from '@safety/persistence';

export const orgStructureLists = {
  table: 'org_structures',
  defaultSort: 'path',
  sorts: ['path', 'name'],
  filters: ['type', 'parentId', 'itemId'],
  // An org structure and all below it have its id in their paths.
  sets: ['pathIds'],
  search: ['name', 'code'],
  others: { selectable: 'pathIds', isDefault: 'the id' },
} satisfies ListDeclaration;

export const orgStructureItemLists = {
  table: 'org_structure_items',
  defaultSort: 'name',
  sorts: ['name'],
  filters: ['type'],
  search: ['name', 'code'],
} satisfies ListDeclaration;
