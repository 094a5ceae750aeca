import Provider from 'oidc-provider';
import type { BegunSignIns } from '../../people/users/begun-sign-ins.js';
import type { BegunKind } from '../../people/users/sign-in-limits.js';
import { TooManySignIns } from '../policy/too-many-sign-ins.js';

const EXPOSED = 'access-control-expose-headers';

/** Counts what the request in hand begins, for its network; throws 429 when that has begun too many. */
export async function countBegun(begun: BegunSignIns, kind: BegunKind): Promise<void> {
  const { ctx } = Provider;
  if (!ctx) throw new Error('A sign-in begins with a request');
  const taken = await begun.count(kind, ctx.req);
  if (taken.admitted) return;
  ctx.set('retry-after', String(taken.retryAfterSeconds));
  // A page that may read the answer learns when to ask again.
  const exposed = ctx.response.get(EXPOSED);
  if (exposed) ctx.set(EXPOSED, `${exposed}, Retry-After`);
  throw new TooManySignIns(kind, taken.retryAfterSeconds);
}
