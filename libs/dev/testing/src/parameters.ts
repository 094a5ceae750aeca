import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { type DocumentOptions, openApiDocument } from '@safety/platform/openapi';
import type { TestApi } from './api.js';
import { guardedRoutes } from './guarded-routes.js';
import { once } from './once.js';

interface Schema {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: string[];
  items?: Schema;
  maxItems?: number;
  maxLength?: number;
}

interface Parameter {
  in: string;
  name: string;
  description?: string;
  schema: Schema;
  style?: string;
  explode?: boolean;
}

interface Case {
  path: string;
  name: string;
  parameter: Parameter;
}

interface Wrong {
  text: string;
  code: string;
}

type Document = { paths: Record<string, Record<string, { parameters?: Parameter[] }>> };

/**
 * The query parameters of all lists, as the document of a service describes them. That of its module is there
 * before the service runs, and before `openapi.json` is written.
 */
function listParameters(module: Type, options: DocumentOptions): Case[] {
  const { prefix } = options;
  const handlers = guardedRoutes(module).map(({ handler }) => handler);
  const { paths } = openApiDocument(handlers, options) as Document;
  return Object.entries(paths)
    .filter(([path]) => !path.includes('{'))
    .flatMap(([path, { get }]) =>
      (get?.parameters ?? [])
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => ({ path: path.slice(prefix.length), name: parameter.name, parameter })),
    );
}

/** A value that no parameter of this schema can have, and what its refusal is called. */
function wrongValue({ type, format, pattern, enum: allowed, items, maxLength }: Schema): Wrong | undefined {
  if (items) return wrongValue(items);
  if (allowed) return { text: 'nope', code: 'invalid-enum' };
  if (type === 'boolean') return { text: 'perhaps', code: 'invalid-enum' };
  const isFormed = format || type === 'integer' || (pattern && !new RegExp(pattern).test('nope'));
  if (isFormed) return { text: 'nope', code: 'invalid-format' };
  return maxLength === undefined ? undefined : { text: 'x'.repeat(maxLength + 1), code: 'too-long' };
}

/**
 * Generates cases for each parameter of each list. Documented values are accepted, and others refused with
 * their code.
 */
export function describeParameters(api: () => TestApi, module: Type, options: DocumentOptions): void {
  const cases = listParameters(module, options);
  if (cases.length === 0) return;

  describe('query parameters', () => {
    const caller = once(() => api().caller());
    const get = async (path: string, query: string) => (await caller()).get(`${path}?${query}`);

    it.each(cases)('$path $name is described', ({ parameter: { description, schema, style, explode } }) => {
      expect(description).toEqual(expect.stringMatching(/\.$/));
      expect(schema.type).toBeDefined();
      if (schema.type === 'array') expect({ style, explode }).toEqual({ style: 'form', explode: false });
    });

    const refused = cases.flatMap((one) => {
      const wrong = wrongValue(one.parameter.schema);
      return wrong ? [{ ...one, ...wrong }] : [];
    });
    it.each(refused)('400 $code: a wrong $name of $path', async ({ path, name, text, code, parameter }) => {
      const { schema } = parameter;
      const twice =
        schema.type === 'array' ? [`${name}=${text},${text}`, `${name}=${text}&${name}=${text}`] : [];
      for (const query of [`${name}=${text}`, ...twice]) {
        const { status, body } = await get(path, query);
        expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-parameter' });
        expect(new Set(body.errors.map((fault: Wrong) => fault.code))).toEqual(new Set([code]));
        expect(body.errors[0]).toMatchObject({ parameter: name });
        for (const allowed of (schema.items ?? schema).enum ?? [])
          expect(body.errors[0].detail).toContain(allowed);
      }
    });

    it.each(cases)(
      '400: U+0000, which PostgreSQL cannot store, as $name of $path',
      async ({ path, name }) => {
        expect((await get(path, `${name}=a%00b`)).status).toBe(400);
      },
    );

    const chosen = cases.flatMap((one) => {
      const { items, maxItems, enum: choice = items?.enum } = one.parameter.schema;
      const values = choice?.slice(0, maxItems);
      return values ? [{ ...one, values, isList: items !== undefined }] : [];
    });
    it.each(chosen)(
      '200: each $name of $path that the document lists',
      async ({ path, name, values, isList }) => {
        // A key of `sort` goes into a list once, in either direction.
        const distinct = values.filter((value) => !values.includes(value.slice(1)));
        const lists = [distinct.join(','), distinct.join(`&${name}=`)];
        for (const value of [...values, ...(isList ? lists : [])])
          expect((await get(path, `${name}=${value}`)).status).toBe(200);
      },
    );
  });
}
