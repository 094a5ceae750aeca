import { readFileSync } from 'node:fs';

interface Schema {
  $ref?: string;
  format?: string;
  readOnly?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  enum?: string[];
}

interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** The committed document, which `describeOpenApi` holds to the service. */
const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const PREFIX = '/api';

/** An operation that takes ids, for example `PUT /actions/{id}`. */
export interface IdOperation {
  method: string;
  path: string;
  name: string;
  /** JSON pointers of the members of its body that hold an id; `*` stands for any element of a list. */
  members: string[];
  /** Its parameters of the query that hold ids. */
  parameters: string[];
  /** The steps of a body that names one. */
  transitions: string[];
}

const resolved = ({ $ref }: Schema): Schema | undefined =>
  $ref === undefined ? undefined : document.components.schemas[$ref.split('/').at(-1) ?? ''];

function idsIn(schema: Schema, pointer = ''): string[] {
  if (schema.readOnly) return [];
  const { $ref, format, items, properties = {}, anyOf = [] } = schema;
  const target = resolved(schema);
  if ($ref !== undefined && !target) throw new Error(`The document has no ${$ref}`);
  return [
    ...(target ? idsIn(target, pointer) : []),
    ...(format === 'uuid' ? [pointer] : []),
    ...anyOf.flatMap((one) => idsIn(one, pointer)),
    ...(items ? idsIn(items, `${pointer}/*`) : []),
    ...Object.entries(properties).flatMap(([name, one]) => idsIn(one, `${pointer}/${name}`)),
  ];
}

/** Every operation of the service, with whatever it takes ids in. */
export const idOperations: IdOperation[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
    const [content] = Object.values(requestBody?.content ?? {});
    const body = content?.schema ?? {};
    const own = path.slice(PREFIX.length);
    return {
      method: method.toUpperCase(),
      path: own,
      name: `${method.toUpperCase()} ${own}`,
      members: [...new Set(idsIn(body))],
      parameters: parameters
        .filter(({ in: place, schema }) => place === 'query' && idsIn(schema).length > 0)
        .map(({ name }) => name),
      transitions: (resolved(body) ?? body).properties?.['transition']?.enum ?? [],
    };
  }),
);

/** A copy of a body with an id at a pointer, whose lists get one element. */
export function withId(body: object, pointer: string, id: string): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = pointer.slice(1).replaceAll('*', '0').split('/');
  let place: Record<string, unknown> = copy;
  names.forEach((name, index) => {
    const next = names[index + 1];
    if (next === undefined) place[name] = id;
    else place[name] ??= next === '0' ? [] : {};
    place = place[name] as Record<string, unknown>;
  });
  return copy;
}
