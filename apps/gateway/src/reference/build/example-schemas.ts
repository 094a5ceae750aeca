import { FILLED } from './example-rows/filled.js';
import { exampleValues } from './example-values.js';

/** Schemas whose members say what they are in examples. */
export interface ExampleSchemas {
  components: { schemas: Record<string, unknown> };
}

type ExampleValues = Readonly<Record<string, unknown>>;

interface Schema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  minItems?: number;
  properties?: Record<string, Schema>;
  $ref?: string;
  example?: unknown;
  default?: unknown;
  examples?: unknown[];
}

const DATE_LENGTH = 'yyyy-mm-dd'.length;
const EXAMPLE_ID = '0190a3c4-5d6e-7f80-9a1b-2c3d4e5f6071';

/** A copy of the schemas, with an example for each member that is not made of others. */
export function exampleSchemas(schemas: Record<string, unknown>): ExampleSchemas {
  const copies = Object.entries(schemas).map(([name, schema]) => [
    name,
    withExamples(followed(schema as Schema, schemas), exampleValues(name)),
  ]);
  return { components: { schemas: Object.fromEntries(copies) } };
}

/** A copy of a schema, without the references to values: its members have examples of their own. */
function followed(schema: Schema, schemas: Record<string, unknown>): Schema {
  const { properties, anyOf, items } = schema;
  const one = (given: Schema): Schema => {
    const named = schemas[given.$ref?.split('/').at(-1) ?? ''] as Schema | undefined;
    return named?.enum ? named : followed(given, schemas);
  };
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map(one) }),
    ...(items && { items: one(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, one(member)])),
    }),
  };
}

/** A copy of a schema whose members have the examples that `values` names. */
export function withExamples<Kind extends object>(schema: Kind, values: ExampleValues): Kind {
  const { anyOf, items, properties }: Schema = schema;
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map((one) => withExamples(one, values)) }),
    ...(items && { items: withExamples(items, values) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, memberOf(name, member, values)]),
      ),
    }),
  };
}

function memberOf(name: string, schema: Schema, values: ExampleValues): Schema {
  const known = values[name];
  if (known !== FILLED && known !== undefined && isOf(schema, known)) return { ...schema, example: known };
  const kinds = [schema, ...(schema.anyOf ?? [])];
  const isNested = kinds.some(({ properties, $ref }) => properties || $ref);
  const mayBeNull = kinds.some(({ type }) => [type].flat().includes('null'));
  if (isNested && (known === FILLED || !mayBeNull)) return withExamples(schema, values);
  if (schema.default !== undefined) return schema;
  if (mayBeNull) return { ...schema, example: null };
  if (schema.type === 'array' && schema.minItems && schema.items?.format === 'uuid')
    return { ...schema, example: [EXAMPLE_ID] };
  if (schema.type === 'array' && known === FILLED) return withExamples(schema, values);
  if (schema.type === 'array' && schema.items?.$ref) return schema;
  if (schema.type === 'array') return { ...schema, example: [] };
  if (schema.type === 'boolean') return { ...schema, example: false };
  return schema.format === 'uuid' ? { ...schema, example: EXAMPLE_ID } : schema;
}

/** Whether a value is of the type that a member has; two schemas may call different things alike. */
function isOf({ type, format, anyOf, enum: allowed, pattern, $ref }: Schema, value: unknown): boolean {
  if ($ref) return false;
  if (anyOf) return anyOf.some((one) => isOf(one, value));
  if (allowed) return allowed.includes(value);
  // A client makes ids of version 7; those of the demo rows are of another one.
  if (pattern && typeof value === 'string' && !new RegExp(pattern).test(value)) return false;
  if (format === 'date' && typeof value === 'string' && value.length !== DATE_LENGTH) return false;
  // Of any type, as the values of an audit.
  if (type === undefined) return true;
  const is = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return [type].flat().some((one) => one === is || (one === 'integer' && Number.isInteger(value)));
}
