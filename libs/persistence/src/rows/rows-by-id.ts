/**
 * Finds the rows that a statement has read or written. One that is missing is a fault of ours: what was not
 * written must be neither recorded nor published.
 */
export function rowsById<Row extends { id: string }>(rows: readonly Row[]): (id: string) => Row {
  const known = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const row = known.get(id);
    if (!row) throw new Error(`No row of the statement has the id ${id}`);
    return row;
  };
}
