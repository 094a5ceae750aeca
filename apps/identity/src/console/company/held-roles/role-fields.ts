/** The field of a role that is given: `/roles/0/roleId` or `/roleId`, `…/orgStructureRelationshipIds/2`. */
export function fieldOfRole(pointer: string): string | undefined {
  if (pointer.includes('/orgStructureRelationshipIds')) return 'reach';
  return pointer.includes('/roleId') || pointer.startsWith('/roles') ? 'roleId' : undefined;
}
