import { childSpan, requestContext, type Span } from '@safety/platform';

const VERB = /[a-z]+/i;
const TABLE = /\b(?:from|into|update) +(?:only +)?"?([a-z_]+)/i;

/** The verb and the first table of a statement, such as `SELECT courses`. */
export function summaryOf(text: string): { verb: string; summary: string } {
  const verb = (VERB.exec(text)?.[0] ?? 'statement').toUpperCase();
  const table = TABLE.exec(text)?.[1];
  return { verb, summary: table === undefined ? verb : `${verb} ${table}` };
}

/** The span of a statement. Its text is left out: it may hold the id of a company. */
export function statementSpan(text: string): Span | undefined {
  if (!requestContext()?.span?.isRecorded) return undefined;
  const { verb, summary } = summaryOf(text);
  return childSpan(summary, {
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.summary': summary },
  });
}
