/** Requests that add a row at an org structure, each with the permission that it needs there. */
export const writesAtPlaces = (
  hazard: object,
): [path: string, needed: string, body: (orgStructureId: string) => object][] => [
  ['/hazards', 'hazards.createWithoutApproval', (orgStructureId) => ({ ...hazard, orgStructureId })],
  ['/hazards/approval', 'hazards.create', (orgStructureId) => ({ ...hazard, orgStructureId })],
];
