interface Schema {
  $ref?: string;
  description?: string;
  default?: unknown;
  type?: string | string[];
  anyOf?: Schema[];
  additionalProperties?: unknown;
}

/**
 * Writes some shapes in the way that common generators of clients understand. A value of several types
 * becomes a choice (oapi-codegen). A map or a list that may be null becomes one of two types: of the choice
 * openapi-python-client makes no map, and openapi-generator makes a class of Java that does not compile. So
 * it does of a default that is an object, which is said in words instead.
 */
export function suitGenerators(document: object): object {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'object' && value !== null ? rewritten(value as Schema) : value,
  );
}

function rewritten(document: Schema): Schema {
  const schema = withoutObjectDefault(document);
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type) && type.length > 2) return { ...rest, anyOf: type.map((one) => ({ type: one })) };
  const [some, none] = anyOf ?? [];
  const isNullable = anyOf?.length === 2 && none?.type === 'null' && Object.keys(none).length === 1;
  const isMap = some?.type === 'object' && some.additionalProperties;
  if (!isNullable || !some || !(isMap || some.type === 'array')) return schema;
  return { ...rest, ...some, type: [some.type as string, 'null'] };
}

/** Only of a schema: a member of an object, or an answer, may have the name `default`. */
function withoutObjectDefault(schema: Schema): Schema {
  const { default: value, ...rest } = schema;
  const isSchema = typeof schema.type === 'string' || typeof schema.$ref === 'string' || schema.anyOf;
  if (!isSchema || typeof value !== 'object' || value === null || Array.isArray(value)) return schema;
  const sentence = `By default \`${JSON.stringify(value)}\`.`;
  return { ...rest, description: rest.description ? `${rest.description} ${sentence}` : sentence };
}
