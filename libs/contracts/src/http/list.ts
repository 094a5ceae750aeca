import { z } from 'zod';
import { idSchema } from './id.js';
import { onlyOnce } from './only-once.js';
import { line } from './text.js';
import { dateTimeSchema, timestampSchema } from './time.js';

const pageMembers = {
  limit: z.int(),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
  totalCount: z.int().nullable(),
};

/**
 * Rows of one answer, and where to go on. `asOf` says what that member is for in a list that cannot be
 * polled.
 */
export const pageOf = <Item extends z.ZodType>(
  item: Item,
  {
    asOf = 'Start the next poll with modifiedSince set to this, of any page. It may bring rows again.',
  }: { asOf?: string } = {},
) =>
  z.object({
    data: z.array(item),
    page: z.object({
      limit: pageMembers.limit,
      hasMore: pageMembers.hasMore,
      nextCursor: pageMembers.nextCursor,
      asOf: timestampSchema.describe(asOf),
      totalCount: pageMembers.totalCount,
    }),
  });

/** One term of `sort`: a key of the resource and its direction. */
export interface SortTerm {
  key: string;
  descending: boolean;
}

/** Values between commas. A comma or a backslash after a backslash is part of a value. */
function valuesOf(text: string): string[] {
  const values: string[] = [];
  let value = '';
  for (const [part, escaped] of text.matchAll(/\\([\\,])|[^\\,]+|[\\,]/g)) {
    if (part === ',') {
      values.push(value);
      value = '';
    } else value += escaped ?? part;
  }
  return [...values, value];
}

/** Clients that know no commas in lists name the parameter again for each value; that means the same. */
const separated = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap(valuesOf));

/** At most `most` comma-separated values of one kind; several mean OR. The documents call it a list. */
export const commaSeparated = <Item extends z.ZodType<unknown, string>>(item: Item, most = 100) =>
  separated.pipe(z.array(item).min(1).max(most));

/**
 * `true` or `false` in a query. The documents call it what it stands for, as for every parameter that is not
 * text.
 */
export const queryFlag = z
  .enum(['true', 'false'])
  .meta({ type: 'boolean', enum: undefined })
  .transform((text) => text === 'true');

/** Ids in a query, of which any matches. */
export const idsQuery = commaSeparated(idSchema).optional();

/** The parameters of a list by place. */
export const placeQuery = {
  orgStructureId: idsQuery,
  includeDescendants: queryFlag
    .default(true)
    .describe('Whether orgStructureId also means the org structures below.'),
};

/** A whole number in a query, from `min` to `max`; nothing is clamped. */
export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d+$/, { error: 'Must be a whole number.' })
    .meta({ type: 'integer', minimum: min, maximum: max, pattern: undefined })
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const MAX_SORT_TERMS = 3;

const keyOf = (term: string): string => term.replace(/^-/, '');

function sortTerms(keys: readonly string[]) {
  const term = z.enum([...keys, ...keys.map((key) => `-${key}`)]);
  const terms = onlyOnce(z.array(term).max(MAX_SORT_TERMS), 'a key', keyOf);
  return separated
    .pipe(terms)
    .transform((given): SortTerm[] =>
      given.map((text) => ({ key: keyOf(text), descending: text.startsWith('-') })),
    );
}

/** The members that an answer is reduced to; which there are follows from the answer. */
export const fieldsQuery = commaSeparated(line(64), 100).optional();

export interface ListOptions<Key extends string, Filters extends z.ZodRawShape> {
  /** Keys that `sort` accepts; `modifiedAt` is always among them. */
  sort: readonly Key[];
  /** The order when `sort` is absent, for example `-identifiedAt`. */
  defaultSort: Key | `-${Key}`;
  /** Says of keys what their names do not: a sentence. */
  sortTerms?: string;
  /** The members that `q` looks into. */
  search?: readonly [string, ...string[]];
  /** Says of the search what the members do not: a sentence. */
  searchTerms?: string;
  /** The resource's own parameters. */
  filters: Filters;
}

/** The keys and the default of the `sort` of each list. */
export const listOrders = z.registry<{ keys: readonly string[]; defaultSort: string }>();

/** The members that the `q` of each list looks into. */
export const listSearches = z.registry<{ members: readonly string[] }>();

/** The place where a page ended, with the values that it is sorted by: a path may have 2,600 bytes. */
export const cursorQuery = z.string().max(8000).optional();

/** The parameters that are the same in each list, before and after `sort`. */
const window = {
  limit: queryInteger(1, 200).default(50).describe('Rows of one answer at most.'),
  cursor: cursorQuery.describe('The nextCursor of the page before; all other parameters as then.'),
};
const choice = {
  modifiedSince: dateTimeSchema
    .optional()
    .describe(
      'Rows changed at or after this instant, archived ones too, in the order of their change: `sort` is ' +
        '`modifiedAt` then, or left out.',
    ),
  includeArchived: z
    .enum(['false', 'true', 'only'])
    .default('false')
    .describe('Whether archived rows are listed too, or only they.'),
  ids: commaSeparated(idSchema, 1000)
    .optional()
    .meta({ description: 'At most 100; unknown ids are skipped.', maxItems: 100 }),
  externalId: line(100).optional().describe('Exact.'),
};
const shape = {
  fields: fieldsQuery,
  includeTotal: queryFlag.default(false).describe('Whether to count the rows of all pages, in totalCount.'),
};

/** Text of one of the members, as a parameter. */
function searchOf(members: readonly string[], terms: string | undefined) {
  const named = members.length > 1 ? `${members.slice(0, -1).join(', ')} or ${members.at(-1)}` : members[0];
  return line(100, 2)
    .optional()
    .describe(sentences(`Case-insensitive, anywhere in ${named ?? 'the text of the row'}.`, terms))
    .register(listSearches, { members });
}

const sentences = (...given: (string | undefined)[]): string => given.filter(Boolean).join(' ');

/** The query schema of a list: the common parameters and the resource's own; anything else is refused. */
export function listQuery<Key extends string, Filters extends z.ZodRawShape>(
  options: ListOptions<Key, Filters>,
) {
  const keys = [...new Set([...options.sort, 'modifiedAt'])];
  return z.strictObject({
    ...window,
    sort: sortTerms(keys)
      .optional()
      .describe(
        sentences(
          `Up to three of ${keys.join(', ')}, "-" for descending. Default ${options.defaultSort}.`,
          'Rows without a value come last, with "-" too.',
          options.sortTerms,
        ),
      )
      .register(listOrders, { keys, defaultSort: options.defaultSort }),
    ...choice,
    q: searchOf(options.search ?? [], options.searchTerms),
    ...shape,
    ...options.filters,
  });
}

/** The common parameters of a list, as parsed. */
export interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  sort?: SortTerm[] | undefined;
  modifiedSince?: Date | undefined;
  includeArchived: 'false' | 'true' | 'only';
  ids?: string[] | undefined;
  externalId?: string | undefined;
  q?: string | undefined;
  fields?: string[] | undefined;
  includeTotal: boolean;
}

/** Rows as a service returns them: the input of `pageOf`. */
export interface Page<Row> {
  data: Row[];
  page: { limit: number; hasMore: boolean; nextCursor: string | null; asOf: Date; totalCount: number | null };
}
