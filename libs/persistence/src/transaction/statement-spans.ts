import { childSpan, type Span } from '@safety/platform';

const WORD = /[a-z]+/i;
const TABLE = /\b(?:from|into|update) +(?:only +)?"?([a-z_]+)/i;

/**
 * The span of a statement: its verb and its first table, such as `SELECT courses`. The text is left out: it
 * may hold the id of a company.
 */
export function statementSpan(text: string): Span | undefined {
  const span = childSpan('PostgreSQL', { kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
  if (!span) return undefined;
  const operation = (WORD.exec(text)?.[0] ?? 'statement').toUpperCase();
  const table = TABLE.exec(text)?.[1];
  const summary = table === undefined ? operation : `${operation} ${table}`;
  span.rename(summary);
  span.set({ 'db.operation.name': operation, 'db.query.summary': summary });
  return span;
}
