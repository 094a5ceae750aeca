import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { defineMessage } from './message.js';

/**
 * Access tokens that must be refused from now on: all of a session, of a grant, of a user or of a client, or
 * a single one. Exactly one of `sid`, `grantId`, `userId`, `clientId` and `jti` is given; `sub` beside
 * `clientId` means the tokens of that subject at that client.
 */
export const revocationSchema = z
  .object({
    sid: z.string().optional(),
    grantId: z.string().optional(),
    userId: idSchema.optional(),
    clientId: z.string().optional(),
    sub: z.string().optional(),
    jti: z.string().optional(),
    issuedBefore: z.int().describe('Seconds since the epoch: only tokens issued before this are refused.'),
    until: z.int().describe('Seconds since the epoch: no such token can live longer than this.'),
  })
  .refine(
    ({ sid, grantId, userId, clientId, jti }) =>
      [sid, grantId, userId, clientId, jti].filter(Boolean).length === 1,
    { error: 'Exactly one of sid, grantId, userId, clientId and jti must be given.' },
  )
  .refine(({ sub, clientId }) => sub === undefined || clientId !== undefined, {
    error: 'sub belongs to a clientId.',
  });
export type Revocation = z.infer<typeof revocationSchema>;

export const tokensRevoked = defineMessage({
  name: 'tokens-revoked.v1',
  owner: 'identity',
  payload: revocationSchema,
});

export const sessionEnded = defineMessage({
  name: 'session-ended.v1',
  owner: 'identity',
  payload: z.object({ sid: z.string(), userId: idSchema, issuedBefore: z.int(), until: z.int() }),
});
