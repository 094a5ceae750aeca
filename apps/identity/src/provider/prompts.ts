import { errors, interactionPolicy } from 'oidc-provider';
import { companyIdsOf } from './claims.js';
import { isForUserOf } from './client-metadata.js';
import { consentPath, signInPath } from './routes.js';

const { base, Check, Prompt } = interactionPolicy;

/** What a page can ask the user for. */
export type PromptName = 'login' | 'consent';

/** The page that asks. */
export const pagePathOf = (prompt: string, uid: string): string =>
  prompt === 'consent' ? consentPath(uid) : signInPath(uid);

/**
 * What the user is asked, in this order. `login` whenever nobody is signed in, and when a client asks for it.
 * `consent` only when a client asks for it: otherwise what it may ask for is decided when it is registered.
 * `none`, for renewing a session silently, asks nothing.
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
  policy.add(new Prompt({ name: 'consent', requestable: true }));
  return policy;
}

/** Asks nothing: once it is clear who is signed in, the client of a company refuses users of others. */
const refuseOtherCompanies = () =>
  new Check('other_company', 'The user does not belong to the company', ({ oidc }) => {
    if (oidc.client && !isForUserOf(oidc.client, companyIdsOf(oidc.account)))
      throw new errors.AccessDenied('the user does not belong to the company of this client');
    return Check.NO_NEED_TO_PROMPT;
  });
