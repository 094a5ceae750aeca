import { type FieldError, fieldsQuery } from '@safety/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ofFaults, ProblemError } from '../problems/problem-error.js';
import { queryProblem } from './issues.js';
import type { OlderVersion } from './versioned.js';

const ALWAYS = ['id', 'version'];
/** Of any query: what else there is in it is checked elsewhere. */
const query = z.object({ fields: fieldsQuery });

/** Those members of a row that an answer has whatever `fields` names. */
export const alwaysThere = (members: readonly string[]): string[] =>
  ALWAYS.filter((name) => members.includes(name));

/** The schema of one row of an answer: of the answer itself, or of the rows of its page. */
function rowOf(schema: z.ZodType | null | undefined): z.ZodObject | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined;
  const data: unknown = schema.shape['data'];
  const row = data instanceof z.ZodArray ? data.element : schema;
  return row instanceof z.ZodObject ? row : undefined;
}

/** The members that one row of an answer can have. */
export const rowMembers = (schema: z.ZodType | null | undefined): string[] =>
  Object.keys(rowOf(schema)?.shape ?? {});

/** The members that `fields` names, with those that are always there; undefined without it. Throws 400. */
export function askedMembers(
  request: FastifyRequest,
  schema: z.ZodType | null | undefined,
  older: readonly Pick<OlderVersion, 'members' | 'without'>[] = [],
): ReadonlySet<string> | undefined {
  const { fields } = request.query as { fields?: unknown };
  const members = rowMembers(schema);
  if (fields === undefined || members.length === 0) return undefined;
  const gone = older.flatMap(({ without = [] }) => without);
  const known = [...members, ...older.flatMap((step) => step.members ?? [])].filter(
    (name) => !gone.includes(name),
  );
  const { success, data: asked, error } = query.safeParse(request.query);
  if (!success) throw queryProblem(error.issues, request.query);
  const unknown = asked.fields?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const detail = `There is no member ${unknown}. Must be of ${known.join(', ')}.`;
    const errors: FieldError[] = [{ parameter: 'fields', code: 'invalid-enum', detail }];
    throw new ProblemError('invalid-parameter', ofFaults(errors, 'parameter'));
  }
  return new Set([...ALWAYS, ...(asked.fields ?? [])]);
}

/** Names the members of a row that its caller may not read, as JSON pointers. */
const REDACTED = 'redactedFields';

/** Pointers to withheld parts of the wanted members: a redacted null must not look like a stored one. */
function withheld(row: object, wanted: ReadonlySet<string>): string[] {
  const { [REDACTED]: pointers } = row as { [REDACTED]?: unknown };
  if (!Array.isArray(pointers)) return [];
  return pointers.filter((pointer: string) => wanted.has(pointer.split('/', 2)[1] ?? ''));
}

function pick(row: object, wanted: ReadonlySet<string>): object {
  const picked = Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)));
  const pointers = wanted.has(REDACTED) ? [] : withheld(row, wanted);
  return pointers.length === 0 ? picked : { ...picked, [REDACTED]: pointers };
}

/** The answer reduced to some members of its rows. */
export function reduced(body: unknown, wanted: ReadonlySet<string> | undefined): unknown {
  if (!wanted) return body;
  const page = body as { data?: object[] };
  return Array.isArray(page.data)
    ? { ...page, data: page.data.map((row) => pick(row, wanted)) }
    : pick(body as object, wanted);
}

/** Members that rows have only when another parameter asks for them. */
function exceptAsked({ shape }: z.ZodObject): string {
  const asked = Object.keys(shape).filter((name) => shape[name] instanceof z.ZodOptional);
  return asked.length > 0 ? `, and of ${asked.join(', ')} those that \`include\` names` : '';
}

const sparseRows = new WeakMap<z.ZodObject, z.ZodObject>();

/**
 * The documented schema of an answer that `fields` can reduce. It has the same members, and requires only
 * those that are always there. Two schemas would not suit generated clients. Java cannot tell which of two
 * came, and Go hides the members behind the choice.
 */
export function sparseSchema(schema: z.ZodType): z.ZodType {
  const row = rowOf(schema);
  if (!row || !(schema instanceof z.ZodObject)) return schema;
  let sparse = sparseRows.get(row);
  if (!sparse) {
    const always = Object.entries(row.shape).filter(([name]) => ALWAYS.includes(name));
    const { id, ...meta } = row.meta() ?? {};
    sparse = z.object({ ...row.partial().shape, ...Object.fromEntries(always) }).meta({
      ...meta,
      ...(id && { id: `Sparse${id}` }),
      description: `Without \`fields\` every member is there${exceptAsked(row)}.`,
    });
    sparseRows.set(row, sparse);
  }
  return row === schema ? sparse : schema.extend({ data: z.array(sparse) });
}
