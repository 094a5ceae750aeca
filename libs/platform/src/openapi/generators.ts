interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  additionalProperties?: unknown;
}

/**
 * Writes two shapes in the way that common generators of clients understand. A value of several types becomes
 * a choice (oapi-codegen). A map that may be null becomes one of two types (openapi-python-client).
 */
export function suitGenerators(document: object): object {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'object' && value !== null ? rewritten(value as Schema) : value,
  );
}

function rewritten(schema: Schema): Schema {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type) && type.length > 2) return { ...rest, anyOf: type.map((one) => ({ type: one })) };
  const [map, none] = anyOf ?? [];
  const isNullableMap = anyOf?.length === 2 && map?.additionalProperties && none?.type === 'null';
  return isNullableMap && map.type === 'object' ? { ...rest, ...map, type: ['object', 'null'] } : schema;
}
