import { z } from 'zod';

/**
 * The same schema without its rules of writing: no lengths, patterns, ranges, refinements or defaults.
 * Only the type is left, which is all that a response needs; of a text its format stays for the documents.
 */
export function withoutRules(schema: z.ZodType): z.ZodType {
  const known = made.get(schema);
  if (known) return known;
  const plain = strip(schema);
  const meta = schema.meta();
  const without = meta ? plain.meta(meta) : plain;
  made.set(schema, without);
  return without;
}

/** Members that many resources have are made once. */
const made = new WeakMap<z.ZodType, z.ZodType>();

function strip(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return inner(schema.def.innerType);
  if (schema instanceof z.ZodNullable) return inner(schema.def.innerType).nullable();
  if (schema instanceof z.ZodOptional) return inner(schema.def.innerType).optional();
  if (schema instanceof z.ZodArray) return z.array(inner(schema.def.element));
  if (schema instanceof z.ZodRecord) return z.record(z.string(), inner(schema.def.valueType));
  if (schema instanceof z.ZodUnion) return z.union(schema.def.options.map(inner) as [z.ZodType, z.ZodType]);
  if (schema instanceof z.ZodObject) {
    return z.object(
      Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, inner(field)])),
    );
  }
  if (schema instanceof z.ZodPreprocess) return inner(schema.def.out);
  if (schema instanceof z.ZodPipe) return inner(schema.def.in);
  if (schema instanceof z.ZodStringFormat) return textIn(schema.def.format);
  if (schema instanceof z.ZodString) return z.string();
  if (schema instanceof z.ZodNumberFormat) return z.int();
  if (schema instanceof z.ZodNumber) return z.number();
  if (schema instanceof z.ZodBoolean) return z.boolean();
  if (schema instanceof z.ZodEnum) return z.enum(schema.enum);
  if (schema instanceof z.ZodNull) return z.null();
  throw new Error(`A ${schema.def.type} schema cannot be a field of a resource`);
}

/** The formats that JSON Schema calls otherwise. */
const FORMATS: Readonly<Record<string, string>> = { datetime: 'date-time', url: 'uri' };

/** Any text: the format says of which kind it is, and checks nothing. */
const textIn = (format: string): z.ZodType => z.string().meta({ format: FORMATS[format] ?? format });

const inner = (schema: z.core.$ZodType): z.ZodType => withoutRules(schema as z.ZodType);
