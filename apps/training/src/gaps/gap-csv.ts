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

/**
 * The gateway cuts an answer of which nothing comes for `UPSTREAM_BUDGET_MS`, ten seconds by default. The
 * next people may take two statements more than this.
 */
const SILENT_MS = 1_500;

/**
 * All lines. The last text that is known is held back, and leaves by single characters while people are read
 * of whom no row is whole yet: a file of lines has nothing else to say meanwhile. The header lasts for two
 * minutes and a half at least.
 */
export async function* csvOf(
  pieces: AsyncIterable<readonly GapRow[]>,
  now = () => performance.now(),
): AsyncGenerator<string> {
  let [sentAt, sent, held] = [now(), ...cut(csvHeader())];
  yield sent;
  for await (const rows of pieces) {
    const lines = csvLines(rows);
    if (lines === '' && now() - sentAt < SILENT_MS) continue;
    [sent, held] = lines === '' ? cut(held) : [held, lines];
    sentAt = now();
    if (sent) yield sent;
  }
  yield held;
}

/** The first character, and the others; a single one stays among the others. */
function cut(text: string): [string, string] {
  const [first = ''] = text;
  return first.length < text.length ? [first, text.slice(first.length)] : ['', text];
}

/** Excel takes a file without a byte order mark for one of its country's encoding. */
const csvHeader = (): string => stringify([[...ofRow, ...ofCell]], { ...options, bom: true });

/**
 * A line for each cell, with the numbers of its row. Those are written once for all its cells, which need no
 * quotes.
 */
const csvLines = (rows: readonly GapRow[]): string =>
  rows
    .flatMap(({ cells, ...row }) => {
      const lead = stringify([ofRow.map((column) => row[column])], options).slice(0, -END.length);
      return cells.map((cell) => `${lead},${ofCell.map((column) => cell[column] ?? '').join()}${END}`);
    })
    .join('');
