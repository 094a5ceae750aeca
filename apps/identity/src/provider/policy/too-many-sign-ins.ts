import { errors } from 'oidc-provider';

/** No sign-in begins: its network has begun too many. 429, on a page of ours. */
export class TooManySignIns extends errors.OIDCProviderError {
  override allow_redirect = false;
  override error_description = 'too many sign-ins were begun from this network';

  constructor(readonly retryAfterSeconds: number) {
    super(429, 'temporarily_unavailable');
  }
}
