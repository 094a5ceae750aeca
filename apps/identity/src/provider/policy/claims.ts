import type { Client, KoaContextWithOIDC, Account as OidcAccount } from 'oidc-provider';
import type { Account, Accounts } from '../../people/users/accounts.js';
import { accountReadAhead } from '../hooks/read-ahead.js';
import { companyOf, isForUserOf } from './client-metadata.js';

/** Claims by the scope that asks for them; sub, sid, auth_time, amr and acr come from the session. */
export const claimsByScope: Record<string, string[]> = {
  openid: ['sub', 'sid', 'auth_time', 'amr', 'acr', 'idp', 'nbf', 'company_id'],
  profile: ['name', 'given_name', 'family_name'],
  roles: ['role'],
  email: ['email', 'email_verified'],
};

/** This provider's own password form; another value will name a company's identity provider. */
const IDP = 'local';

/**
 * The most roles that an ID token names: it comes back as `id_token_hint`, which is limited. Userinfo names
 * any number. A part of the roles would be read as all of them, so a user with more has no `role` there.
 */
export const MOST_ROLES_IN_ID_TOKEN = 10;

/** `role` is a string that holds a JSON array, not an array. */
const roleClaim = (roles: Account['roles']): string =>
  JSON.stringify(roles.map(({ id, cid, rid, evm }) => ({ id, cid, rid, evm })));

/**
 * A client of a company learns nothing of what its users are elsewhere. An invitation that was not accepted
 * gives no roles: any administrator can invite any address, and would fill the claim of strangers.
 */
function claimsOf(account: Account, client: Client | undefined, use: string) {
  const companyId = client && companyOf(client);
  const roles = account.roles.filter(
    ({ cid, accepted }) => accepted && (companyId === undefined || cid === companyId),
  );
  const namesRoles = use !== 'id_token' || roles.length <= MOST_ROLES_IN_ID_TOKEN;
  return {
    sub: account.id,
    idp: IDP,
    // Of a token alone: userinfo has no time from which it is valid.
    ...(use === 'id_token' && { nbf: Math.floor(Date.now() / 1000) }),
    name: `${account.givenName} ${account.familyName}`.trim(),
    given_name: account.givenName,
    family_name: account.familyName,
    ...(namesRoles && { role: roleClaim(roles) }),
    email: account.email,
    // Left out where nobody knows: `false` would be another statement.
    ...(account.emailProven !== null && { email_verified: account.emailProven }),
    ...(companyId !== undefined && { company_id: companyId }),
  };
}

/** A user as the library knows one, with the companies that the user has a role in. */
interface OurAccount extends OidcAccount {
  companyIds: string[];
  /** Those of them that the user has agreed to. */
  acceptedCompanyIds: string[];
}

export const companyIdsOf = (account: OidcAccount | undefined): readonly string[] =>
  (account as OurAccount | undefined)?.companyIds ?? [];

/** Whether the user has an invitation of the company, and has not agreed to it. */
export const isOnlyInvited = (account: OidcAccount | undefined, companyId: string): boolean =>
  companyIdsOf(account).includes(companyId) &&
  !(account as OurAccount).acceptedCompanyIds.includes(companyId);

/**
 * Finds the user of a session or token; a user who is disabled or gone ends both, and one who has left the
 * company of a client ends its tokens.
 */
export const findAccountIn =
  (accounts: Accounts) =>
  async ({ oidc }: KoaContextWithOIDC, sub: string): Promise<OurAccount | undefined> => {
    const account = accountReadAhead(sub) ?? (await accounts.find(sub));
    if (!account) return undefined;
    const companyIds = account.roles.map(({ cid }) => cid);
    const ofToken = oidc.route !== 'authorization' && oidc.route !== 'resume';
    if (ofToken && oidc.client && !isForUserOf(oidc.client, companyIds)) return undefined;
    const acceptedCompanyIds = account.roles.filter(({ accepted }) => accepted).map(({ cid }) => cid);
    return {
      accountId: account.id,
      companyIds,
      acceptedCompanyIds,
      claims: (use) => claimsOf(account, oidc.client, use),
    };
  };
