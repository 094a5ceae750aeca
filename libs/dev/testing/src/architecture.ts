import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { connected } from '@safety/local-stack';
import {
  type DocumentOptions,
  describeHandlers,
  type HandlerDescription,
  openApiDocument,
} from '@safety/platform/openapi';
import type pg from 'pg';
import type { TestApi } from './api.js';
import { declaredUnique, entityTables, tablesShownEverywhere } from './declared-rows.js';
import { listDifferences } from './list-differences.js';
import { describeParameters } from './parameters.js';
import { describeReference } from './reference.js';
import { unstorableTexts } from './unstorable-text.js';

export interface ArchitectureOptions {
  /** Tables that are not walled in by company, or whose keys cannot start with one, each with the reason. */
  tablesWithoutCompany: Record<string, string>;
  /** Tables whose rows lie at an org structure and are shown regardless of it, each with the reason. */
  tablesShownEverywhere?: Record<string, string>;
  /** Lists that no declaration serves, each `GET path` with the reason. */
  listsWithoutDeclaration?: Record<string, string>;
  /** Unique keys whose violation no class of rows answers, each with the reason. */
  uniqueWithoutDuplicate?: Record<string, string>;
  /** Policies beside that of the company, each `table policy` with the reason. */
  policiesBesideCompany?: Record<string, string>;
}

const BODY = '3';
const QUERY = '4';
const PARAM = '5';

interface RouteArgument {
  schema?: unknown;
}

function parametersWithoutSchema({ controller, handler }: HandlerDescription): string[] {
  const parameters: Record<string, RouteArgument> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) ?? {};
  return Object.entries(parameters)
    .filter(([key, { schema }]) => [BODY, QUERY, PARAM].includes(key.split(':')[0] ?? '') && !schema)
    .map(([key]) => key);
}

/** Whether the answer is a list of rows. */
const isList = (returns: HandlerDescription['returns']): boolean =>
  Object.hasOwn((returns?.schema as { shape?: object } | null)?.shape ?? {}, 'data');

const names = (handlers: HandlerDescription[]): string[] => handlers.map(({ name }) => name);

/** Checks what every service must hold to: guarded handlers, schemas on both sides, walled-in tables. */
export function describeArchitecture(
  api: () => TestApi,
  {
    tablesWithoutCompany,
    tablesShownEverywhere: exceptions = {},
    listsWithoutDeclaration = {},
    uniqueWithoutDuplicate = {},
    policiesBesideCompany = {},
  }: ArchitectureOptions,
): void {
  describe('architecture', () => {
    const rowsOf = async <Row extends pg.QueryResultRow>(
      text: string,
      values: unknown[] = [],
    ): Promise<Row[]> =>
      (await connected(api().database.ownerUrl, (client) => client.query<Row>(text, values))).rows;

    it('every handler is public or names its scope', () => {
      const open = describeHandlers(api().app).filter(
        ({ isPublic, access }) => isPublic === (access !== undefined),
      );
      expect(names(open)).toEqual([]);
    });

    it('every handler of the business API names a permission, or is for every member', () => {
      const free = describeHandlers(api().app).filter(
        ({ access, requires, isForMembers }) => access?.company && (requires !== undefined) === isForMembers,
      );
      expect(names(free)).toEqual([]);
    });

    it('every handler has a response schema', () => {
      const bare = describeHandlers(api().app).filter(({ returns }) => !returns);
      expect(names(bare)).toEqual([]);
    });

    it('every body, query and path parameter has a schema', () => {
      const bare = describeHandlers(api().app).filter(
        (handler) => parametersWithoutSchema(handler).length > 0,
      );
      expect(names(bare)).toEqual([]);
    });

    it('every text of a body refuses U+0000, on which its statement would fail', () => {
      const texts = describeHandlers(api().app).flatMap(({ name, takes: { body } }) =>
        body ? unstorableTexts(body).map((pointer) => `${name} ${pointer}`) : [],
      );
      expect(texts).toEqual([]);
    });

    it('every list takes a query, every write a body', () => {
      const bare = describeHandlers(api().app).filter(
        ({ access, method, path, takes, returns }) =>
          access?.company &&
          !path.endsWith('}') &&
          !path.endsWith('/restore') &&
          method !== 'delete' &&
          !(method === 'get' ? takes.query || !isList(returns) : takes.body || takes.bytes),
      );
      expect(names(bare)).toEqual([]);
    });

    it('every list accepts exactly the sorts, filters and search that are declared, or is a named exception', () => {
      const differing = Object.entries(listDifferences(api().app));
      const named = ([list]: [string, unknown]) => Object.hasOwn(listsWithoutDeclaration, list);
      expect(differing.filter((list) => !named(list))).toEqual([]);
      expect(differing.filter(named).map(([list]) => list)).toEqual(Object.keys(listsWithoutDeclaration));
    });

    it('every row at an org structure or of a person is shown by a function of the caller (`visible`), or is named in `tablesShownEverywhere`', () => {
      expect(tablesShownEverywhere(api().app)).toEqual(Object.keys(exceptions).sort());
    });

    it('every table has forced row-level security by company (`tenantPolicySql`), or is named in `tablesWithoutCompany`', async () => {
      const rows = await rowsOf<{ table: string }>(`
        SELECT c.relname AS table FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT (
          c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (
            SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polcmd = '*'
            AND pg_get_expr(p.polqual, p.polrelid) LIKE '%company_id%app.company_id%'
            AND pg_get_expr(p.polwithcheck, p.polrelid) LIKE '%company_id%app.company_id%'))
        ORDER BY 1`);
      const exceptions = ['migrations', ...Object.keys(tablesWithoutCompany)].sort();
      expect(rows.map(({ table }) => table)).toEqual(exceptions);
    });

    it('no other policy opens a table of rows, but that of searches to their role and named ones', async () => {
      const rows = await rowsOf<{ policy: string }>(`
        SELECT p.polrelid::regclass || ' ' || p.polname AS policy FROM pg_policy p
        WHERE p.polname <> 'company' AND p.polrelid <> 'idempotency_keys'::regclass AND NOT (p.polname = 'search' AND p.polcmd = 'r'
          AND (SELECT bool_and(NOT rolcanlogin AND NOT rolbypassrls AND rolname LIKE '%\\_search')
            FROM pg_roles WHERE oid = ANY (p.polroles)))
        ORDER BY 1`);
      expect(rows.map(({ policy }) => policy)).toEqual(Object.keys(policiesBesideCompany).sort());
    });

    it('every unique and foreign key of a tenant table starts with the company', async () => {
      const rows = await rowsOf<{ name: string }>(
        `
        SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
        WHERE i.indisunique AND c.relrowsecurity AND c.relname <> ALL ($1) AND (
          SELECT attname FROM pg_attribute WHERE attrelid = c.oid AND attnum = i.indkey[0]) IS DISTINCT FROM 'company_id'
        UNION ALL
        SELECT k.conname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
        WHERE k.contype = 'f' AND c.relrowsecurity AND NOT ARRAY[c.relname, k.confrelid::regclass::text] && $1 AND (
          SELECT attname FROM pg_attribute WHERE attrelid = c.oid AND attnum = k.conkey[1]) IS DISTINCT FROM 'company_id'`,
        [Object.keys(tablesWithoutCompany)],
      );
      expect(rows.map(({ name }) => name)).toEqual([]);
    });

    it('every unique key of rows is `unique` in their class, or a named exception, and the other way round', async () => {
      // A violation of any other one is 500.
      const keys = await rowsOf<{ name: string; isUsual: boolean }>(
        `
        SELECT k.relname AS name, i.indisprimary OR k.relname = t.relname || '_external_id_key' AS "isUsual"
        FROM pg_index i JOIN pg_class k ON k.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
        WHERE i.indisunique AND t.relnamespace = 'public'::regnamespace AND t.relname = ANY ($1) ORDER BY 1`,
        [entityTables(api().app)],
      );
      const declared = declaredUnique(api().app);
      const forgotten = keys.filter(({ name, isUsual }) => !isUsual && !declared.includes(name));
      expect(forgotten.map(({ name }) => name)).toEqual(Object.keys(uniqueWithoutDuplicate).sort());
      expect(declared.filter((name) => !keys.some((key) => key.name === name))).toEqual([]);
    });
  });
}

/**
 * Checks that the committed `openapi.json` of a service is what its schemas say. With `UPDATE_OPENAPI=true`
 * it writes the file instead.
 */
export function describeOpenApi(
  api: () => TestApi,
  module: Type,
  { file, ...options }: DocumentOptions & { file: string },
): void {
  it('openapi.json is what the schemas say; `UPDATE_OPENAPI=true npx --yes pnpm test <app>` writes it', () => {
    const document = `${JSON.stringify(openApiDocument(api().app, options), null, 2)}\n`;
    if (process.env['UPDATE_OPENAPI'] === 'true') writeFileSync(file, document);
    expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(document);
  });
  describeReference(api, options);
  describeParameters(api, module, options);
}
