import { z } from 'zod';
import { clientMadeIdSchema } from './id.js';
import { objectOf } from './object-of.js';
import { line, paragraph } from './text.js';
import { timestampSchema } from './time.js';
import { withoutRules } from './without-rules.js';

const storedId = z.string().meta({ format: 'uuid' });

/** Read-only members that every resource carries. */
export const recordFields = {
  id: storedId,
  version: z.int().describe('Grows by one with each change. `If-Match` takes it in quotes.'),
  createdAt: timestampSchema,
  createdByUserId: storedId.nullable(),
  modifiedAt: timestampSchema,
  modifiedByUserId: storedId.nullable(),
  archived: z.boolean(),
  archivedAt: timestampSchema.nullable(),
  archivedByUserId: storedId.nullable(),
};

const MAX_CUSTOM_FIELDS = 50;
const customFieldName = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/);
/** Beyond these a number is not kept as it is written: 9007199254740993 would be stored as …992. */
const keptNumber = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const customFieldValue = z.union([paragraph(1000, 0), keptNumber, z.boolean(), z.null()]);

/** Counts before anything is checked: the rules of a record would read all keys that a body has room for. */
function counted(given: unknown, context: z.RefinementCtx): unknown {
  const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given);
  if (isRecord && Object.keys(given).length > MAX_CUSTOM_FIELDS)
    context.addIssue({
      code: 'custom',
      message: `At most ${MAX_CUSTOM_FIELDS} keys.`,
      params: { code: 'too-long' },
    });
  return given;
}

/** Writable members that every resource carries. */
export const integrationFields = {
  externalId: line(100)
    .nullable()
    .default(null)
    .describe("The caller's own id; unique per company and resource."),
  // the documents do not see what is counted
  customFields: z
    .preprocess(counted, z.record(customFieldName, customFieldValue))
    .meta({ maxProperties: MAX_CUSTOM_FIELDS })
    .default({})
    .describe(`Numbers are within ±${Number.MAX_SAFE_INTEGER}.`),
};

type Readable<Fields extends z.ZodRawShape> = {
  [Name in keyof Fields]: z.ZodType<z.output<Fields[Name]>, z.output<Fields[Name]>>;
};

/**
 * The response schema of a resource: the common members, the writable ones, and its own read-only ones. The
 * rules of writing (lengths, patterns) are dropped: a row that was stored under an older rule stays readable.
 */
export function resource<Writable extends z.ZodRawShape, ReadOnly extends z.ZodRawShape>(
  name: string,
  writable: Writable,
  readOnly: ReadOnly,
) {
  const readable = Object.fromEntries(
    Object.entries({ ...writable, ...integrationFields }).map(([field, rule]) => [
      field,
      withoutRules(rule as z.ZodType),
    ]),
  ) as Readable<Writable> & Readable<typeof integrationFields>;
  return z.object({ ...recordFields, ...readable, ...readOnly }).meta({ id: name });
}

type Saved<Writable extends z.ZodRawShape> = z.output<z.ZodObject<Writable & typeof integrationFields>>;

const clientMadeId = {
  id: clientMadeIdSchema
    .optional()
    .describe('Made by the client, a UUID version 7. With it the request may be repeated at any time.'),
};

const externalIdThatStays = {
  externalId: integrationFields.externalId
    .removeDefault()
    .optional()
    .describe("The caller's own id; unique per company and resource. Absent: as it was."),
};

/** A read-only member of a request: one for all, as bodies know hundreds. */
export const readOnlyMember = z.unknown().optional().meta({ readOnly: true });

/** Read-only members of a request, by their names. */
export const readOnlyMembers = <Name extends string>(
  names: readonly Name[],
): Record<Name, typeof readOnlyMember> =>
  Object.fromEntries(names.map((name) => [name, readOnlyMember])) as Record<Name, typeof readOnlyMember>;

/**
 * The request schema of a resource. Unknown members are refused; the read-only ones are accepted and dropped,
 * so that what was read can be sent back after an edit. `readOnly` lists them beyond the common ones. With
 * `id: 'byClient'`, for `POST` alone, the client may make the id. With `externalId: 'stays'` one that is
 * absent is no change.
 */
export function saved<Writable extends z.ZodRawShape>(
  name: string,
  writable: Writable,
  readOnly: z.ZodRawShape,
): z.ZodType<Saved<Writable>>;
export function saved<Writable extends z.ZodRawShape>(
  name: string,
  writable: Writable,
  readOnly: z.ZodRawShape,
  options: { id: 'byClient' },
): z.ZodType<Saved<Writable> & z.output<z.ZodObject<typeof clientMadeId>>>;
export function saved<Writable extends z.ZodRawShape>(
  name: string,
  writable: Writable,
  readOnly: z.ZodRawShape,
  options: { externalId: 'stays' },
): z.ZodType<Omit<Saved<Writable>, 'externalId'> & z.output<z.ZodObject<typeof externalIdThatStays>>>;
export function saved<Writable extends z.ZodRawShape>(
  name: string,
  writable: Writable,
  readOnly: z.ZodRawShape,
  options: { id?: 'byClient'; externalId?: 'stays' } = {},
): z.ZodType<Saved<Writable>> {
  const own = {
    ...writable,
    ...integrationFields,
    ...(options.id && clientMadeId),
    ...(options.externalId && externalIdThatStays),
  };
  const ignored = Object.keys({ ...recordFields, ...readOnly }).filter((field) => !Object.hasOwn(own, field));
  const accepted = readOnlyMembers(ignored);
  return z
    .strictObject({ ...accepted, ...own })
    .meta({ id: name })
    .transform((body) => {
      const kept: Record<string, unknown> = { ...body };
      for (const field of ignored) delete kept[field];
      return kept as Saved<Writable>;
    });
}

/** The members that a schema of `saved` knows, writable or not. */
export const membersOf = (schema: z.ZodType): string[] => Object.keys(objectOf(schema).shape);
