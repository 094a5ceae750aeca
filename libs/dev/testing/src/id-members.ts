import { readFileSync } from 'node:fs';

interface Schema {
  $ref?: string;
  format?: string;
  pattern?: string;
  readOnly?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: string[];
}

interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const PREFIX = '/api';

/** Of that format, but where a word may stand for an id. */
const isId = ({ format, pattern }: Schema): boolean =>
  format === 'uuid' || (pattern?.includes('[0-9a-f]{12}') ?? false);

/** An operation with all that it takes ids in. */
export interface IdOperation {
  /** `PUT` */
  method: string;
  /** `/actions/{id}` */
  path: string;
  /** `PUT /actions/{id}` */
  name: string;
  /** JSON pointers of the members of its body that hold an id; `*` stands for any element of a list. */
  members: string[];
  /** Its parameters of the query that hold ids. */
  parameters: string[];
  /** The steps of a body that names one. */
  transitions: string[];
}

/**
 * Every operation of a service, from the committed document, which `describeOpenApi` holds to the service.
 */
export function idOperations(file: string): IdOperation[] {
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Document;
  const resolved = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    const target = components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (!target) throw new Error(`${file} has no ${schema.$ref}`);
    return target;
  };
  const idsIn = (given: Schema, pointer = ''): string[] => {
    const schema = resolved(given);
    const { readOnly, items, properties = {}, anyOf = [], allOf = [] } = schema;
    if (given.readOnly || readOnly) return [];
    return [
      ...(isId(schema) ? [pointer] : []),
      ...[...anyOf, ...allOf].flatMap((one) => idsIn(one, pointer)),
      ...(items ? idsIn(items, `${pointer}/*`) : []),
      ...Object.entries(properties).flatMap(([name, one]) => idsIn(one, `${pointer}/${name}`)),
    ];
  };
  return Object.entries(paths).flatMap(([address, operations]) =>
    Object.entries(operations).map(([verb, { parameters = [], requestBody }]) => {
      const [content] = Object.values(requestBody?.content ?? {});
      const body = content?.schema ?? {};
      const [method, path] = [verb.toUpperCase(), address.slice(PREFIX.length)];
      return {
        method,
        path,
        name: `${method} ${path}`,
        members: [...new Set(idsIn(body))],
        parameters: parameters
          .filter(({ in: place, schema }) => place === 'query' && idsIn(schema).length > 0)
          .map(({ name }) => name),
        transitions: resolved(body).properties?.['transition']?.enum ?? [],
      };
    }),
  );
}

/** A pointer to the first element of each list that a member stands in. */
export const pointerTo = (member: string): string => member.replaceAll('*', '0');

/** A copy of a body with an id at a member; lists that are not there get this element alone. */
export function withId(body: object, member: string, id: string | null): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = pointerTo(member).slice(1).split('/');
  let place: Record<string, unknown> = copy;
  names.forEach((name, index) => {
    const next = names[index + 1];
    if (next === undefined) place[name] = id;
    else place[name] ??= next === '0' ? [] : {};
    place = place[name] as Record<string, unknown>;
  });
  return copy;
}
