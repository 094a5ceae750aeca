import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger, toProblemError } from '@safety/platform';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { AuditTrail } from '../../audit/audit-trail.js';
import { RefusalLimit } from '../../audit/refusal-limit.js';
import { sessionStateFor } from '../sessions/session-state.js';
import { auditProvider } from './audit.js';

/**
 * Handles the events of the library: records, the log, and what an answer needs besides.
 */
@Injectable()
export class ProviderEvents {
  constructor(
    private readonly audit: AuditTrail,
    private readonly refusalLimit: RefusalLimit,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  listenTo(provider: Provider): void {
    auditProvider(provider, this.audit, this.refusalLimit);
    provider.on('authorization.success', (ctx, response) => {
      if (response) response['session_state'] = sessionStateFor(ctx);
    });
    // Koa would write to stderr, past the log.
    EventEmitter.prototype.on.call(provider, 'error', (err: Error) => {
      this.logger.warn({ err }, 'provider: request broke off');
    });
    provider.on('server_error', (ctx, error) => this.answerFault(ctx, error));
  }

  /** Logs our own faults; an error that only needs a second attempt says so. */
  private answerFault(ctx: KoaContextWithOIDC, error: Error): void {
    const problem = toProblemError(error);
    this.logger.error({ err: error, route: ctx.oidc.route }, 'provider: failed');
    if (problem.code !== 'unavailable') return;
    ctx.status = problem.status;
    ctx.set(problem.options.headers ?? {});
    if (typeof ctx.body === 'object')
      ctx.body = { error: 'temporarily_unavailable', error_description: problem.message };
  }
}
