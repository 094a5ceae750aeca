import { z } from 'zod';
import { cursorQuery, queryInteger } from './list.js';
import { timestampSchema } from './time.js';

export const changeOperations = ['added', 'changed', 'archived', 'restored', 'deleted'] as const;
export type ChangeOperation = (typeof changeOperations)[number];

/** The kinds of author: a user, a client that acts as itself, or the service. */
export const changeActors = ['user', 'client', 'system'] as const;
export type ChangeActor = (typeof changeActors)[number];

/** One write of a row: who changed what. */
export const recordedChangeSchema = z
  .object({
    version: z.int().describe('The version that the row had after the change.'),
    operation: z.enum(changeOperations),
    changedAt: timestampSchema,
    actor: z.enum(changeActors).nullable().describe('null: the unnamed author of an anonymous row.'),
    changedByUserId: z
      .string()
      .meta({ format: 'uuid' })
      .nullable()
      .describe('null: a client, the service itself, or the unnamed author of an anonymous row.'),
    clientId: z
      .string()
      .nullable()
      .describe('The API client that asked; the author, when `actor` is client.'),
    requestId: z.string().nullable().describe('X-Request-Id of the change.'),
    members: z
      .array(
        z.object({
          member: z.string(),
          from: z.unknown(),
          to: z.unknown(),
          redacted: z
            .boolean()
            .describe('The member is sensitive or could name an anonymous author: its values are hidden.'),
        }),
      )
      .describe('The members that changed; of a new row those that hold something.'),
  })
  .meta({ id: 'RecordedChange' });
export type RecordedChange = z.infer<typeof recordedChangeSchema>;

/** The query of `GET …/{id}/audit`. */
export const listChangesSchema = z.strictObject({
  limit: queryInteger(1, 200).default(50).describe('Changes of one answer at most.'),
  cursor: cursorQuery.describe('The nextCursor of the page before.'),
});
export type ListChanges = z.infer<typeof listChangesSchema>;

/** The changes of one row, the newest first, as far back as the service keeps them. */
export const recordedChangesSchema = z.object({
  data: z.array(recordedChangeSchema),
  page: z.object({ limit: z.int(), hasMore: z.boolean(), nextCursor: z.string().nullable() }),
});

/**
 * A page as a service makes it.
 * @typeParam Actor the kinds of author that it may name
 */
export interface ChangePage<Actor extends string | null = ChangeActor | null> {
  data: (Omit<RecordedChange, 'actor' | 'changedAt'> & { actor: Actor; changedAt: Date })[];
  page: { limit: number; hasMore: boolean; nextCursor: string | null };
}
