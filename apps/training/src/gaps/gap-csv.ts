import type { GapRow } from '@safety/contracts';
import { stringify } from 'csv-stringify/sync';

const columns = [
  'key',
  'name',
  'required',
  'valid',
  'expiringSoon',
  'expired',
  'overdue',
  'compliancePercent',
  'courseId',
  'status',
  'expiresOn',
] as const;

/** Cells that a spreadsheet would take for a formula begin with an apostrophe. */
const options = { columns: [...columns], escape_formulas: true, record_delimiter: '\r\n' };

export const csvHeader = (): string => stringify([], { ...options, header: true });

/** A line for each cell, with the numbers of its row. */
export const csvLines = (rows: readonly GapRow[]): string =>
  stringify(
    rows.flatMap(({ cells, ...row }) => cells.map((cell) => ({ ...row, ...cell }))),
    options,
  );
