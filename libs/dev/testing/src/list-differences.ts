import type { INestApplication } from '@nestjs/common';
import { listOrders, listQuery, listSearches } from '@safety/contracts';
import { describeHandlers, type HandlerDescription } from '@safety/platform/openapi';
import type { z } from 'zod';
import { type DeclaredList, declaredLists } from './declared-rows.js';

const common = listQuery({ sort: ['modifiedAt'], defaultSort: 'modifiedAt', filters: {} });
/** Parameters of no declaration: those of all lists, and the one that shows more of each row. */
const NO_FILTERS = new Set([...Object.keys(common.shape), 'include']);

/** The parameters of a query that choose rows of this list alone. */
const ownParameters = ({ shape }: z.ZodObject): string[] =>
  Object.keys(shape).filter((name) => !NO_FILTERS.has(name));

/**
 * The lists whose query accepts anything else than a declaration of the rows says, each with the differences
 * from the nearest one. A list below a row may ask for less.
 */
export function listDifferences(app: INestApplication): Record<string, string[]> {
  const declared = declaredLists(app);
  const differing = describeHandlers(app)
    .filter(({ method, takes }) => method === 'get' && takes.query && 'sort' in takes.query.shape)
    .map((handler) => [`GET ${handler.path}`, nearest(handler, declared)] as const)
    .filter(([, differences]) => differences.length > 0);
  return Object.fromEntries(differing);
}

function nearest({ takes, path }: HandlerDescription, declared: readonly DeclaredList[]): string[] {
  const { query } = takes;
  if (!query) return [];
  const all = declared
    .map((lists) => differencesOf(query, lists, path.includes('{')))
    .sort((one, other) => one.length - other.length);
  return all[0] ?? ['no list is declared'];
}

/** Each name in one of the two alone. */
const unlike = (what: string, accepted: readonly string[], declared: readonly string[]): string[] => [
  ...accepted.filter((name) => !declared.includes(name)).map((name) => `${what} ${name} is not declared`),
  ...declared.filter((name) => !accepted.includes(name)).map((name) => `${what} ${name} is not accepted`),
];

function differencesOf(query: z.ZodObject, lists: DeclaredList, isBelowARow: boolean): string[] {
  const { table, defaultSort, sorts, nullableSorts = [], filters = [], sets = [], search = [] } = lists;
  const others = lists.others ?? {};
  const orders = listOrders.get(query.shape['sort'] as z.ZodType);
  const { q } = query.shape as { q?: z.ZodType };
  const parameters = ownParameters(query);
  const byOtherNames = Object.values(others);
  const named = [...filters, ...sets].filter(
    (name) => parameters.includes(name) || !byOtherNames.includes(name),
  );
  const filtered = unlike('filter', parameters, [...named, ...Object.keys(others)]);
  return [
    ...unlike('sort', orders?.keys ?? [], [...new Set([...sorts, ...nullableSorts, 'modifiedAt'])]),
    ...(orders?.defaultSort === defaultSort ? [] : [`default sort ${orders?.defaultSort}`]),
    ...unlike('search', (q && listSearches.get(q)?.members) ?? [], search),
    ...(isBelowARow ? filtered.filter((difference) => difference.endsWith('declared')) : filtered),
  ].map((difference) => `${table}: ${difference}`);
}
