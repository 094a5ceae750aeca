/** By name alone: migrations stay out of the memory of the service. */
export const FIRST_MIGRATION = 'CreateUsers1790000000001';
