import { errors } from 'oidc-provider';

/**
 * The user who is signed in is of no company of the client. The page says so, and the user decides whether to
 * go on: a company chooses its redirect URIs, and a page there that asks for the password once more would
 * seem to be ours, right behind a sign-in.
 */
export class NoAccess extends errors.AccessDenied {
  override allow_redirect = false;

  constructor() {
    super('the user does not belong to the company of this client');
  }
}
