import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { InjectSettings, ProblemError } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import type { IdentitySettings } from '../config.js';

const SAFE_METHODS = ['GET', 'HEAD'];

/**
 * Refuses forms that another site's page sends in the user's name (CSRF). Browsers say where a form comes
 * from in `Sec-Fetch-Site` (W3C Fetch Metadata), older ones in `Origin`, which is `null` on our pages because
 * they send no referrer.
 */
@Injectable()
export class SameOriginGuard implements CanActivate {
  private readonly origin: string;

  constructor(@InjectSettings() { AUTH_URL }: Pick<IdentitySettings, 'AUTH_URL'>) {
    this.origin = new URL(AUTH_URL).origin;
  }

  canActivate(context: ExecutionContext): boolean {
    const { method, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (SAFE_METHODS.includes(method)) return true;
    const { 'sec-fetch-site': site, origin } = headers;
    const ours =
      site === undefined
        ? origin === undefined || origin === 'null' || origin === this.origin
        : site === 'same-origin' || site === 'none';
    if (ours) return true;
    throw new ProblemError('permission-denied', { detail: 'The form was sent by a page of another site.' });
  }
}
