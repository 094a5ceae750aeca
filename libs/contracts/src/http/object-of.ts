import { z } from 'zod';

/** The object that a schema takes, before it transforms it. */
export function objectOf(schema: z.ZodType): z.ZodObject {
  const object = schema instanceof z.ZodPipe ? schema.def.in : schema;
  if (!(object instanceof z.ZodObject)) throw new Error('Only the schema of an object has members');
  return object;
}
