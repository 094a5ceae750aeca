/** By name alone: migrations stay out of the memory of the service. */
export const FIRST_MIGRATION = 'CreateOrgStructures1790000000001';
