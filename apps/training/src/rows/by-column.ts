/** A row for `jsonb_populate_recordset`: its values by the names of columns, which `column` quotes. */
export const byColumn = (column: (member: string) => string, row: object): object =>
  Object.fromEntries(Object.entries(row).map(([member, value]) => [column(member).slice(1, -1), value]));
