import { ModelAdapter } from './model-adapter.js';

/** Tokens of clients are JWTs, and these are never stored: nothing that is looked up here was ever issued. */
export class ClientCredentialsAdapter extends ModelAdapter {
  override find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
