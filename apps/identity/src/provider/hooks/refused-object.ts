import { decodeJwt } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';

type Next = () => Promise<void>;

/** The claims in a request object; empty when it is none. They prove nothing. */
function claimsIn(object: string): Record<string, unknown> {
  try {
    return decodeJwt(object);
  } catch {
    return {};
  }
}

/**
 * Request objects are refused (OIDC Core section 6.1). A client that has put everything into one expects the
 * refusal as it asked for the answer: posted, and with its `state`. Neither decides where the refusal goes.
 */
export async function answerAsRefusedObjectAsks(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  const { request, response_mode: mode, state } = ctx.query;
  if (typeof request === 'string') {
    const asked = claimsIn(request);
    const taken = {
      ...(mode === undefined && asked['response_mode'] === 'form_post' && { response_mode: 'form_post' }),
      ...(state === undefined && typeof asked['state'] === 'string' && { state: asked['state'] }),
    };
    if (Object.keys(taken).length > 0) ctx.query = { ...ctx.query, ...taken };
  }
  await next();
}
