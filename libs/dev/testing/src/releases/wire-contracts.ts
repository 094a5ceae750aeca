import * as contracts from '@safety/contracts';
import {
  accessTokenClaimsSchema,
  envelopeSchema,
  type MessageContract,
  membershipsSchema,
  missedChangesSchema,
  revocationPageSchema,
} from '@safety/contracts';
import { z } from 'zod';
import type { JsonSchema } from './is-subset.js';

/** One thing that crosses from a process to another: as it is written, and as readers take it. */
export interface WireContract {
  writes: JsonSchema;
  reads: JsonSchema;
}

const isMessage = (value: unknown): value is MessageContract =>
  typeof value === 'object' && value !== null && 'owner' in value && 'payload' in value;

/** Each service with a database publishes the changes of rows that have no message of their own. */
const appsWithDatabase = ['accounts', 'hazards-events', 'identity', 'personnel-org', 'training'] as const;

/** Without words for people, which may change. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const text = JSON.stringify(
    z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }),
    (key, value: unknown) => (key === 'description' && typeof value === 'string' ? undefined : value),
  );
  return JSON.parse(text) as JsonSchema;
}

/** A value that a reader transforms has no form of its own: it is written in the one that is read. */
function withForms(written: JsonSchema, read: JsonSchema): JsonSchema {
  if (Object.keys(written).length === 0) return read;
  const of = (map: Record<string, JsonSchema>): Record<string, JsonSchema> =>
    Object.fromEntries(
      Object.entries(map).map(([name, schema]) => [name, withForms(schema, read.properties?.[name] ?? {})]),
    );
  return {
    ...written,
    ...(written.properties && { properties: of(written.properties) }),
    ...(written.items && { items: withForms(written.items, read.items ?? {}) }),
  };
}

/**
 * Publishers parse a payload before they write it; answers over HTTP are written as the handler gave them.
 */
const parsed = (schema: z.ZodType): WireContract => {
  const reads = schemaOf(schema, 'input');
  return { writes: withForms(schemaOf(schema, 'output'), reads), reads };
};
const given = (schema: z.ZodType): WireContract => {
  const reads = schemaOf(schema, 'input');
  return { writes: reads, reads };
};

/**
 * Everything that services of one release tell those of another: messages, tokens, and the answers of
 * internal addresses. Public answers have versions of their own, and `openapi.json`.
 */
export function wireContracts(): Record<string, WireContract> {
  const messages = [
    ...Object.values<unknown>(contracts).filter(isMessage),
    ...appsWithDatabase.map((owner) => contracts.resourceChanged(owner)),
  ];
  return {
    'access token': given(accessTokenClaimsSchema),
    envelope: given(envelopeSchema),
    memberships: given(membershipsSchema),
    'missed changes': given(missedChangesSchema),
    'revocation page': given(revocationPageSchema),
    ...Object.fromEntries(
      messages
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map(({ name, payload }) => [`message ${name}`, parsed(payload)]),
    ),
  };
}
