import { isDeepStrictEqual } from 'node:util';

/** The part of JSON Schema that zod writes of what crosses processes. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  [limit: string]: unknown;
}

/** Limits that a reader may set lower or higher than a writer, and still take all that it writes. */
const AT_MOST = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum'];
const AT_LEAST = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum'];
/** Limits that have to be the same, or absent in the reader. */
const EQUAL = ['pattern', 'format', 'multipleOf', 'contentEncoding', 'uniqueItems'];

/**
 * Why readers would refuse some of what is written, each with its place; nothing where they take all of it.
 */
export function refusedOf(written: JsonSchema, read: JsonSchema): string[] {
  return compare(written, read, { written, read }, '');
}

interface Roots {
  written: JsonSchema;
  read: JsonSchema;
}

function compare(from: JsonSchema, to: JsonSchema, roots: Roots, path: string): string[] {
  const written = resolve(from, roots.written);
  const read = resolve(to, roots.read);
  if (isDeepStrictEqual(written, read) || Object.keys(read).length === 0) return [];
  const all = read.allOf;
  if (all) return all.flatMap((part) => compare(written, part, roots, path));
  const ways = written.anyOf ?? written.oneOf;
  if (ways) return ways.flatMap((way) => compare(way, read, roots, path));
  const taken = read.anyOf ?? read.oneOf;
  if (taken) {
    const tried = taken.map((way) => compare(written, way, roots, path));
    // The reasons of the way that is nearest to it.
    return tried.toSorted((one, other) => one.length - other.length)[0] ?? [];
  }
  return [
    ...compareValues(written, read, path),
    ...compareLimits(written, read, path),
    ...compareProperties(written, read, roots, path),
    ...(read.items ? compare(written.items ?? {}, read.items, roots, `${path}[]`) : []),
  ];
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  if (schema.$ref === '#') return root;
  return root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {};
}

const valuesOf = ({ const: one, enum: many }: JsonSchema): unknown[] | undefined =>
  many ?? (one === undefined ? undefined : [one]);

function compareValues(written: JsonSchema, read: JsonSchema, path: string): string[] {
  const allowed = valuesOf(read);
  const values = valuesOf(written);
  if (allowed) {
    if (!values) return [`${path}: any value is written, where ${allowed.join(', ')} are read`];
    return values
      .filter((value) => !allowed.includes(value))
      .map((value) => `${path}: ${JSON.stringify(value)} is written and not read`);
  }
  const isOfType = read.type === undefined || read.type === written.type;
  return isOfType || (read.type === 'number' && written.type === 'integer')
    ? []
    : [`${path}: ${written.type ?? 'anything'} is written, where ${read.type} is read`];
}

function compareLimits(written: JsonSchema, read: JsonSchema, path: string): string[] {
  const exceeds = (key: string): boolean => {
    const [limit, own] = [read[key], written[key]];
    if (limit === undefined || isDeepStrictEqual(limit, own) || valuesOf(written)) return false;
    if (AT_MOST.includes(key)) return typeof own !== 'number' || own > Number(limit);
    return !AT_LEAST.includes(key) || typeof own !== 'number' || own < Number(limit);
  };
  return [...AT_MOST, ...AT_LEAST, ...EQUAL].filter(exceeds).map((key) => `${path}: ${key} of what is read`);
}

function compareProperties(written: JsonSchema, read: JsonSchema, roots: Roots, path: string): string[] {
  const has = new Set(written.required);
  const missing = (read.required ?? []).filter((name) => !has.has(name));
  const extra = read.additionalProperties;
  const others = Object.entries(written.properties ?? {}).flatMap(([name, property]) => {
    const reader = read.properties?.[name] ?? (typeof extra === 'object' ? extra : undefined);
    if (reader) return compare(property, reader, roots, `${path}/${name}`);
    return extra === false ? [`${path}/${name}: is written and refused`] : [];
  });
  const values = written.additionalProperties;
  return [
    ...missing.map((name) => `${path}/${name}: is read and not always written`),
    ...others,
    ...(typeof extra === 'object' && typeof values === 'object'
      ? compare(values, extra, roots, `${path}/*`)
      : []),
  ];
}
