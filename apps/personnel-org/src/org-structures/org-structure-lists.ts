import type { ListDeclaration } from '@safety/persistence';

export const orgStructureLists = {
  table: 'org_structures',
  defaultSort: 'path',
  sorts: ['path', 'name'],
  filters: ['type', 'parentId', 'itemId'],
  // Whatever is at or below an org structure has its id in the path.
  sets: ['pathIds'],
  search: ['name', 'code'],
} satisfies ListDeclaration;

export const orgStructureItemLists = {
  table: 'org_structure_items',
  defaultSort: 'name',
  sorts: ['name'],
  filters: ['type'],
  search: ['name', 'code'],
} satisfies ListDeclaration;
