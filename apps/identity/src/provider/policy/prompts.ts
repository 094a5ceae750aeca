import { errors, interactionPolicy } from 'oidc-provider';
import { consentPath, signInPath } from '../../paths/protocol.js';
import { companyIdsOf, isOnlyInvited } from './claims.js';
import { companyOf, isForUserOf } from './client-metadata.js';

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
  policy.add(new Prompt({ name: 'company' }, refuseOtherCompanies()));
  policy.add(new Prompt({ name: 'consent', requestable: true }, askForNativeApplications(), askTheInvited()));
  return policy;
}

/** Asks nothing: once it is clear who is signed in, the client of a company refuses users of others. */
const refuseOtherCompanies = () =>
  new Check('other_company', 'The user does not belong to the company', ({ oidc }) => {
    if (oidc.client && !isForUserOf(oidc.client, companyIdsOf(oidc.account)))
      throw new errors.AccessDenied('the user does not belong to the company of this client');
    return Check.NO_NEED_TO_PROMPT;
  });

/** Any administrator can invite any address, and see the name of whoever signs in at the company's client. */
const askTheInvited = () =>
  new Check(
    'invited_user_prompt',
    'a user agrees to the company that has sent an invitation',
    'interaction_required',
    ({ oidc }) => {
      const companyId = oidc.client && companyOf(oidc.client);
      return companyId !== undefined && isOnlyInvited(oidc.account, companyId) && !oidc.result?.['consent']
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT;
    },
  );

/**
 * Another application of the device may pass for a public one, and would get a code silently (RFC 8252 8.6).
 */
const askForNativeApplications = () =>
  new Check(
    'native_client_prompt',
    'a native application asks the user each time',
    'interaction_required',
    ({ oidc }) =>
      oidc.client?.applicationType === 'native' && !oidc.result?.['consent']
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT,
  );
