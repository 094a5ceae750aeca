import { decodeJwt } from 'jose';
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { consentPath, signInPath } from '../../paths/protocol.js';
import { companyIdsOf, isOnlyInvited } from './claims.js';
import { companyOf, isForUserOf, isNativeClient } from './client-metadata.js';
import { NoAccess } from './no-access.js';

const { base, Check, Prompt } = interactionPolicy;

/** The prompts that a page can show to the user. */
export type PromptName = 'login' | 'consent';

/** The page that asks. */
export const pagePathOf = (prompt: string, uid: string): string =>
  prompt === 'consent' ? consentPath(uid) : signInPath(uid);

/**
 * The prompts to the user, in this order. `login` comes whenever nobody is signed in, and when a client asks
 * for it. `consent` comes when a client asks for it, and each time for a native application. Otherwise,
 * registration decides what a client may ask for. `none` renews a session silently and asks nothing.
 */
export function promptPolicy() {
  const policy = base();
  policy.remove('consent');
  policy
    .get('login')
    ?.checks.add(
      new Check('account_gone', 'The user of the session cannot sign in any more', ({ oidc }) =>
        oidc.session?.accountId !== undefined && oidc.account === undefined
          ? Check.REQUEST_PROMPT
          : Check.NO_NEED_TO_PROMPT,
      ),
    );
  policy.add(new Prompt({ name: 'client' }, refuseChangedClients()), 0);
  policy.add(new Prompt({ name: 'hint' }, refuseOtherUsers()));
  policy.add(new Prompt({ name: 'company' }, refuseOtherCompanies()));
  policy.add(new Prompt({ name: 'consent', requestable: true }, askForAgreement()));
  return policy;
}

/**
 * Asks nothing: the client may have been changed while the user signed in, and the library checks a request
 * when it comes alone. No code is made for an address that the client has no more, or without PKCE for a
 * client that has become public.
 */
const refuseChangedClients = () =>
  new Check('changed_client', 'The client was changed', ({ oidc: { client, params } }) => {
    if (!client?.redirectUriAllowed(String(params?.['redirect_uri']))) throw new errors.InvalidRedirectUri();
    if (client.clientAuthMethod === 'none' && params?.['code_challenge'] === undefined)
      throw new errors.InvalidRequest(
        'Authorization Server policy requires PKCE to be used for this request',
      );
    return Check.NO_NEED_TO_PROMPT;
  });

/**
 * Asks nothing: the user who has signed in is the one of `id_token_hint`, or nobody (OIDC Core 3.1.2.1). The
 * library compares them before a sign-in alone.
 */
const refuseOtherUsers = () =>
  new Check('other_user', 'The user is not the one of the hint', ({ oidc }) => {
    if (!isUserOfHint(oidc))
      throw new errors.LoginRequired('id_token_hint and authenticated subject do not match');
    return Check.NO_NEED_TO_PROMPT;
  });

/**
 * Asks nothing: once it is clear who is signed in, the client of a company refuses users of others. A silent
 * request is answered at the client, since nobody sees a page of it.
 */
const refuseOtherCompanies = () =>
  new Check('other_company', 'The user does not belong to the company', ({ oidc }) => {
    if (!oidc.client || isForUserOf(oidc.client, companyIdsOf(oidc.account))) return Check.NO_NEED_TO_PROMPT;
    const refusal = new NoAccess();
    refusal.allow_redirect = oidc.prompts.has('none');
    throw refusal;
  });

const askForAgreement = () =>
  new Check('agreement_missing', 'the user has to agree', 'interaction_required', ({ oidc }) =>
    isAgreementOpen(oidc) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );

type Context = KoaContextWithOIDC['oidc'];

/** Whether the signed-in user is the one of `id_token_hint`, which was verified when the request came. */
export function isUserOfHint({ params, session }: Context): boolean {
  const hint = params?.['id_token_hint'];
  return typeof hint !== 'string' || decodeJwt(hint).sub === session?.accountId;
}

/** Whether `max_age` has the user sign in again, as the library decides it. */
export function isSignInTooOld({ params, result, session }: Context): boolean {
  const age = params?.['max_age'];
  return age !== undefined && !result?.login && session?.past(Number(age)) === true;
}

/** Whether the user has to agree, and has not yet, though the client did not ask for the question. */
export const isAgreementOpen = (oidc: Context): boolean =>
  !oidc.result?.['consent'] && (isNativeApplication(oidc) || isInvitationOpen(oidc));

/**
 * Another application of the device may pass for a public one, and would get a code silently (RFC 8252 8.6).
 */
const isNativeApplication = ({ client }: Context): boolean => client !== undefined && isNativeClient(client);

/** Any administrator can invite any address, and see the name of whoever signs in at the company's client. */
function isInvitationOpen({ client, account }: Context): boolean {
  const companyId = client && companyOf(client);
  return companyId !== undefined && isOnlyInvited(account, companyId);
}
