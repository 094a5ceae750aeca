import { randomBytes } from 'node:crypto';
import Provider, { type AdapterPayload, errors } from 'oidc-provider';
import type { RefreshTokenAdapter } from '../adapters/refresh-token.adapter.js';

const TOKEN_BYTES = 32;

/** The members of the library's models that their types do not show. */
interface StoredModel {
  getValueAndPayload(): Promise<{ payload: AdapterPayload }>;
  repeatable?: boolean;
  consumed?: boolean;
}

/**
 * Exchanges refresh tokens in one step, and gives a client that asks again within seconds what it got the
 * first time: it may have missed the answer, or two of its tabs asked at once. The library spends the old
 * token and saves the new one in two steps, and takes every repetition for theft.
 */
export function overrideRefreshTokens({ Grant, RefreshToken }: Provider): void {
  const { IN_PAYLOAD: properties, find } = RefreshToken;
  const { save } = RefreshToken.prototype;
  const adapter = RefreshToken.adapter as RefreshTokenAdapter;

  Object.defineProperty(RefreshToken, 'IN_PAYLOAD', { get: () => [...properties, 'repeatable'] });

  RefreshToken.find = async function (this: typeof RefreshToken, ...args: Parameters<typeof find>) {
    const token = (await find.apply(this, args)) as StoredModel | undefined;
    // Everywhere else, in introspection for example, it is what it is: spent.
    if (token?.repeatable && Provider.ctx?.oidc.route === 'token') token.consumed = false;
    return token;
  } as typeof find;

  // Done when the successor is saved.
  RefreshToken.prototype.consume = () => Promise.resolve();

  RefreshToken.prototype.save = async function () {
    const spent = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    if (!spent) return save.call(this);
    this.jti = randomBytes(TOKEN_BYTES).toString('base64url');
    const { payload } = await (this as unknown as StoredModel).getValueAndPayload();
    const successor = await adapter.rotate(spent.jti, this.jti, payload, this.remainingTTL);
    if (!successor) {
      await Grant.adapter.destroy(String(spent.grantId));
      throw new errors.InvalidGrant('refresh token already used');
    }
    this.jti = successor;
    this.emit('saved');
    return successor;
  };
}
