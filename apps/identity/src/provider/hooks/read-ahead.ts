import Provider, { type AdapterPayload } from 'oidc-provider';
import type { Account } from '../../people/users/accounts.js';

/** The rows that a request has read with another one, in one query. */
interface ReadAhead {
  grant?: AdapterPayload | undefined;
  account?: Account | undefined;
}

const ofRequest = new WeakMap<object, ReadAhead>();

/** Keeps for the rest of the request what the library is going to ask for next. */
export function readAhead(found: ReadAhead): void {
  if (Provider.ctx) ofRequest.set(Provider.ctx, found);
}

const found = (): ReadAhead | undefined => (Provider.ctx ? ofRequest.get(Provider.ctx) : undefined);

/** The grant with this id, if this request has read it. */
export function grantReadAhead(id: string): AdapterPayload | undefined {
  const grant = found()?.grant;
  return grant?.jti === id ? grant : undefined;
}

/** The user with this id, if this request has read it. */
export function accountReadAhead(id: string): Account | undefined {
  const account = found()?.account;
  return account?.id === id ? account : undefined;
}
