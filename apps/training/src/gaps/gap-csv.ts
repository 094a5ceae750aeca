import type { GapRow } from '@safety/contracts';
import { stringify } from 'csv-stringify/sync';

const ofRow = [
  'key',
  'name',
  'required',
  'valid',
  'expiringSoon',
  'expired',
  'overdue',
  'compliancePercent',
] as const;
const ofCell = ['courseId', 'status', 'expiresOn'] as const;

const END = '\r\n';
/** Cells that a spreadsheet would take for a formula begin with an apostrophe. */
const options = { escape_formulas: true, record_delimiter: END };

/** Excel takes a file without a byte order mark for one of its country's encoding. */
export const csvHeader = (): string => stringify([[...ofRow, ...ofCell]], { ...options, bom: true });

/**
 * A line for each cell, with the numbers of its row. Those are written once for all its cells, which need no
 * quotes.
 */
export const csvLines = (rows: readonly GapRow[]): string =>
  rows
    .flatMap(({ cells, ...row }) => {
      const lead = stringify([ofRow.map((column) => row[column])], options).slice(0, -END.length);
      return cells.map((cell) => `${lead},${ofCell.map((column) => cell[column] ?? '').join()}${END}`);
    })
    .join('');
