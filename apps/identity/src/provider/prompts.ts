import { interactionPolicy } from 'oidc-provider';

const { base, Check } = interactionPolicy;

/**
 * `login` is the only prompt: what a client may ask for is decided when it is registered, not by each user. The
 * specification knows `login` alone; `none` is our extension, for renewing a session silently.
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
  return policy;
}
