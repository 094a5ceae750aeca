interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  additionalProperties?: unknown;
}

/**
 * Writes some shapes in the way that common generators of clients understand. A value of several types becomes
 * a choice (oapi-codegen). A map or a list that may be null becomes one of two types: of the choice
 * openapi-python-client makes no map, and openapi-generator makes a class of Java that does not compile.
 */
export function suitGenerators(document: object): object {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'object' && value !== null ? rewritten(value as Schema) : value,
  );
}

function rewritten(schema: Schema): Schema {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type) && type.length > 2) return { ...rest, anyOf: type.map((one) => ({ type: one })) };
  const [some, none] = anyOf ?? [];
  const isNullable = anyOf?.length === 2 && none?.type === 'null' && Object.keys(none).length === 1;
  const isMap = some?.type === 'object' && some.additionalProperties;
  if (!isNullable || !some || !(isMap || some.type === 'array')) return schema;
  return { ...rest, ...some, type: [some.type as string, 'null'] };
}
