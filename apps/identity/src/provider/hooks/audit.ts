import type { AuditType } from '@safety/contracts';
import { recordedNetwork } from '@safety/platform';
import type { errors, KoaContextWithOIDC } from 'oidc-provider';
import Provider from 'oidc-provider';
import type { AuditTrail } from '../../audit/audit-trail.js';
import type { RefusalLimit } from '../../audit/refusal-limit.js';
import { clientAddress } from '../../throttling/client-address.js';
import { RefusedPassword, WrongPassword } from '../grants/refused-password.js';

/** A source of refusals: an endpoint of the library, by the name of its event. */
const refusals = [
  'authorization.error',
  'grant.error',
  'pushed_authorization_request.error',
  'userinfo.error',
  'revocation.error',
  'introspection.error',
  'end_session.error',
  'end_session_confirm.error',
] as const;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The error with everything that the library knows about its cause, which the caller is not told. */
const reasonOf = (error: errors.OIDCProviderError): string =>
  [error.error ?? error.message, error.error_description, error.error_detail].filter(Boolean).join(': ');

/** Of a token that a password was given for; one that renews it has another type of grant behind that. */
const PASSWORD = 'password';

/**
 * Keeps a record of what the library does: sign-ins, authorizations, tokens, and refusals with their exact
 * reason.
 */
export function auditProvider(provider: Provider, audit: AuditTrail, refusalLimit: RefusalLimit): void {
  provider.on('interaction.ended', ({ oidc }) => {
    const login = oidc.result?.login;
    // The consent that followed a sign-in comes with that sign-in once more.
    if (!login || oidc.result?.consent) return;
    audit.record({
      type: 'signed-in',
      userId: login.accountId,
      clientId: oidc.client?.clientId ?? null,
      sid: oidc.session?.uid ?? null,
      details: { amr: login.amr ?? [], ...networkOfRequest() },
    });
  });

  provider.on('authorization.success', ({ oidc }) => {
    const { client, session, params } = oidc;
    audit.record({
      type: 'authorized',
      userId: session?.accountId ?? null,
      clientId: client?.clientId ?? null,
      sid: session?.uid ?? null,
      grantId: (client && session?.grantIdFor(client.clientId)) ?? null,
      details: {
        scope: text(params?.['scope']),
        redirectUri: text(params?.['redirect_uri']),
        ...(oidc.result?.consent && { consent: true }),
      },
    });
  });

  provider.on('access_token.issued', (token) => {
    const { accountId: userId, clientId = null, grantId = null, gty = null, jti, scope = null } = token;
    const sid = token.sid ?? null;
    if (gty === PASSWORD)
      audit.record({
        type: 'signed-in',
        userId,
        clientId,
        grantId,
        details: { amr: ['pwd'], ...networkOfRequest() },
      });
    audit.record({
      type: 'token-issued',
      actor: 'client',
      userId,
      clientId,
      grantId,
      sid,
      details: { grantType: gty, scope, jti },
    });
  });

  provider.on('client_credentials.issued', ({ clientId = null, jti, scope = null }) => {
    audit.record({
      type: 'token-issued',
      actor: 'client',
      clientId,
      details: { grantType: 'client_credentials', scope, jti },
    });
  });

  for (const event of refusals) {
    provider.on(event as 'grant.error', (ctx, error) => {
      // The handling of such a refusal is in structured-tokens.ts.
      if (error.error === 'unsupported_token_type') return;
      const type = typeOf(ctx);
      const entry = {
        type,
        actor: 'client' as const,
        userId: userOf(ctx, error),
        clientId: ctx.oidc.client?.clientId ?? text(ctx.oidc.params?.['client_id']),
        sid: ctx.oidc.session?.uid ?? null,
        reason: reasonOf(error),
        details: { endpoint: ctx.oidc.route, ...(type === 'sign-in-refused' && networkOfRequest()) },
      };
      if (error instanceof WrongPassword) refusalLimit.recordWrongPassword(entry);
      else refusalLimit.record(entry, kindOf(type, ctx, error));
    });
  }
}

/** The network that the request in hand comes from. */
function networkOfRequest(): { network?: string } {
  const request = Provider.ctx?.req;
  return request ? { network: recordedNetwork(clientAddress(request)) } : {};
}

/** Of the session, or whose address was tried with a password. */
const userOf = ({ oidc }: KoaContextWithOIDC, error: errors.OIDCProviderError): string | null =>
  (error instanceof RefusedPassword ? error.triedUserId : oidc.session?.accountId) ?? null;

/** Without the description of the error, in which callers choose words. */
const kindOf = (type: AuditType, { oidc }: KoaContextWithOIDC, { error }: errors.OIDCProviderError): string =>
  `${type}: ${oidc.route} ${error}`;

/** A wrong password is a sign-in that was refused, whether it came to the page or to the token endpoint. */
const typeOf = ({ oidc }: KoaContextWithOIDC): AuditType =>
  oidc.route === 'token' && oidc.params?.['grant_type'] === PASSWORD && oidc.client
    ? 'sign-in-refused'
    : 'refused';
