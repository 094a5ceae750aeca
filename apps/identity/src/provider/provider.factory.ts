import { EventEmitter } from 'node:events';
import { issuerOf } from '@safety/contracts';
import { type Logger, toProblemError } from '@safety/platform';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Authentication } from '../accounts/authentication.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { RefusalLimit } from '../audit/refusal-limit.js';
import type { AccessTokens } from '../sessions/access-tokens.js';
import { auditProvider } from './audit.js';
import { tellBrowserState } from './browser-state.js';
import { configurationOf, type ProviderParts } from './configuration.js';
import { ProviderWithOurPages } from './forward.js';
import { registerClientCredentialsGrant } from './grants/client-credentials.grant.js';
import { registerPasswordGrant } from './grants/password.grant.js';
import { applyMiddleware } from './middleware.js';
import { applyOverrides, type EndSession, type SecretUsed } from './overrides.js';
import { sessionStateFor } from './session-state.js';
import { serveStructuredTokens } from './structured-tokens.js';

export interface ProviderOptions extends ProviderParts {
  authentication: Authentication;
  endSession: EndSession;
  tokens: AccessTokens;
  secretUsed: SecretUsed;
  audit: AuditTrail;
  refusalLimit: RefusalLimit;
  logger: Logger;
}

/** Builds the OpenID provider. The one place that constructs the library. */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new ProviderWithOurPages(issuerOf(options.authUrl), configurationOf(options));
  // The mount gives every request the issuer's own host and scheme, so that no header of the caller's counts.
  provider.proxy = true;
  applyOverrides(provider, options.endSession, options.secretUsed);
  applyMiddleware(provider);
  provider.use(tellBrowserState(options.authUrl));
  provider.use(serveStructuredTokens(options.tokens));
  registerPasswordGrant(provider, options);
  registerClientCredentialsGrant(provider, options.authUrl);
  auditProvider(provider, options.audit, options.refusalLimit);
  provider.on('authorization.success', (ctx, response) => {
    if (response) response['session_state'] = sessionStateFor(ctx);
  });
  // Koa would write to stderr, past the log.
  EventEmitter.prototype.on.call(provider, 'error', (error: Error) => {
    options.logger.warn({ err: error }, 'a request broke off');
  });
  provider.on('server_error', (ctx, error) => answerFault(ctx, error, options.logger));
  return provider;
}

/** What is ours to mend is logged; what only needs a second try says so. */
function answerFault(ctx: KoaContextWithOIDC, error: Error, logger: Logger): void {
  const problem = toProblemError(error);
  logger.error({ err: error, route: ctx.oidc.route }, 'the provider failed');
  if (problem.code !== 'unavailable') return;
  ctx.status = problem.status;
  ctx.set('retry-after', '1');
  if (typeof ctx.body === 'object')
    ctx.body = { error: 'temporarily_unavailable', error_description: problem.message };
}
