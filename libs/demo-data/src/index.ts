export * from './clients.js';
export * from './companies.js';
export * from './courses.js';
export * from './hazards/hazards.js';
export * from './ids.js';
export * from './org-structures.js';
export * from './personnel.js';
export * from './users.js';
