import { errors } from 'oidc-provider';

/** Tells the audit trail, and nobody else, whose password it was to be. */
export class RefusedPassword extends errors.InvalidGrant {
  /** Private: the log has the members of an error. */
  readonly #triedUserId: string | undefined;

  constructor(detail: string, triedUserId: string | undefined) {
    super(detail);
    this.#triedUserId = triedUserId;
  }

  get triedUserId(): string | undefined {
    return this.#triedUserId;
  }
}

/** It was compared, at the cost of a hash. */
export class WrongPassword extends RefusedPassword {}

/**
 * RFC 6749 section 5.2 has no code of its own for it: `invalid_grant`, with the status of RFC 6585 section 4.
 */
export class TooManyAttempts extends RefusedPassword {
  override status = 429;
  override statusCode = 429;
  override error_description = 'too many wrong passwords; try again later';
}
