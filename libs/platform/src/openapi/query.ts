import { z } from 'zod';
import { alwaysThere, rowMembers } from '../schema/sparse.js';
import { singleReadQuery } from '../schema/unasked-query.js';
import type { HandlerDescription } from './handlers.js';

/** The query that a handler takes: its own, or the one of every read of one row. */
export const queryOf = ({ takes, method, returns }: HandlerDescription): z.ZodObject | undefined =>
  takes.query ?? (method === 'get' && rowMembers(returns?.schema).length > 0 ? singleReadQuery : undefined);

/** A list in a query, written with commas. */
const WITH_COMMAS = { style: 'form', explode: false } as const;

/** The list that is made of a text, or nothing for any other parameter. */
function listIn(schema: z.core.$ZodType): z.ZodArray | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return listIn(schema.def.innerType);
  if (!(schema instanceof z.ZodPipe)) return undefined;
  return schema.def.out instanceof z.ZodArray ? schema.def.out : listIn(schema.def.in);
}

/** The parameter that reduces rows of these `members`. */
function fieldsOf(members: readonly string[]): z.ZodType {
  const always = alwaysThere(members);
  const withheld = members.includes('redactedFields') ? ', and redactedFields where one was withheld' : '';
  const kept =
    always.length > 0
      ? `; ${always.join(' and ')} always ${always.length > 1 ? 'are' : 'is'}${withheld}`
      : '';
  const description = `The members to return${kept}. Members that are not named are left out, required ones too.`;
  return z.array(z.enum(members)).optional().meta({ description, param: WITH_COMMAS });
}

/**
 * A query as the documents describe it. Text with commas is a list, whose elements have the very schema that
 * checks them. `fields` names the `members` of the answer.
 */
export function documentedQuery(query: z.ZodObject, members: readonly string[]): z.ZodObject {
  const parameters = Object.entries(query.shape).map(([name, schema]) => {
    if (name === 'fields' && members.length > 0) return [name, fieldsOf(members)];
    const list = listIn(schema);
    if (!list) return [name, schema];
    return [
      name,
      list.optional().meta({ description: 'Any of these.', ...schema.meta(), param: WITH_COMMAS }),
    ];
  });
  return z.strictObject(Object.fromEntries(parameters));
}
