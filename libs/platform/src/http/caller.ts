import type { CompanyContext } from '@safety/contracts';

/** Who makes a request: the verified access token, in the terms of RFC 9068. */
export interface Caller {
  /** `sub`: the user's id, or the client's own id for a service client. */
  userId: string;
  /** `client_id`. */
  clientId: string;
  /** `sid`, absent for the password grant and service clients. */
  sid?: string | undefined;
  /** `scope`, split. */
  scopes: readonly string[];
  /** The token as it came, to call another service on the caller's behalf. */
  token: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard. */
    caller?: Caller;
    /** Set by the access guard on endpoints that work in a company. */
    company?: CompanyContext;
  }
}
