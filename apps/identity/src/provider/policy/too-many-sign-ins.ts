import { errors } from 'oidc-provider';
import type { BegunKind } from '../../people/users/sign-in-limits.js';

/** Nothing begins: its network has begun too many. 429, on a page of ours or in JSON. */
export class TooManySignIns extends errors.OIDCProviderError {
  override allow_redirect = false;

  constructor(
    kind: BegunKind,
    readonly retryAfterSeconds: number,
  ) {
    super(429, 'temporarily_unavailable');
    this.error_description =
      kind === 'pushed-request'
        ? 'too many requests were pushed from this network'
        : 'too many sign-ins were begun from this network';
  }
}
