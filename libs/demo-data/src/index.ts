export * from './administration.js';
export * from './clients.js';
export * from './companies.js';
export type { PlaceKind } from './crews.js';
export * from './ids.js';
export * from './org-structures.js';
export * from './personnel.js';
export * from './training-requirements.js';
export * from './users.js';
