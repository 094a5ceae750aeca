import { SetMetadata } from '@nestjs/common';
import { OWN_TRANSACTION } from '@safety/platform';

/**
 * The write is about the user of the token, in no company. It runs in one transaction behind a wall of its
 * own, the id of the user in place of a company: it sees rows of no company, and `Idempotency-Key` counts.
 */
export const InOwnTransaction = (): MethodDecorator => SetMetadata(OWN_TRANSACTION, true);

declare module 'fastify' {
  interface FastifyRequest {
    /** The company of the request's transaction, or the user of one in no company. */
    wallId?: string;
  }
}
