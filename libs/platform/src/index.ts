export * from './access/access-metadata.js';
export * from './health/readiness.js';
export * from './http/api-version.js';
export type { Caller } from './http/caller.js';

import './http/caller.js';

export { prefersHtml } from './http/negotiation.js';
export * from './http/path-of.js';
export * from './http/precondition.js';
export * from './http/preflight.js';
export * from './http/request-context.js';
export { dropRest } from './http/unread-bodies.js';
export * from './http/unreadable-body.js';
export * from './logging/logger.js';
export * from './logging/logger.token.js';
export * from './problems/problem.filter.js';
export * from './problems/problem-error.js';
export * from './problems/send-problem.js';
export * from './problems/to-problem-error.js';
export * from './schema/change.js';
export { Deprecated } from './schema/deprecated.js';
export * from './schema/issues.js';
export * from './schema/returns.js';
export * from './schema/takes.js';
export * from './service/run-service.js';
export * from './service/service.js';
export * from './settings/base-settings.js';
export * from './settings/settings.js';
