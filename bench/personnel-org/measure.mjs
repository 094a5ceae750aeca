// Times of requests, and of the statements that each of them sends. The service runs in this process, so both
// are seen.
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { median } from '../common/statistics.mjs';

/** Each statement that was sent since the last look: when it was sent, and when its answer was there. */
let spans = [];

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function timed(...args) {
  const result = query.apply(this, args);
  if (typeof result?.then === 'function') {
    const span = { start: performance.now(), end: Number.NaN, text: args[0]?.text ?? args[0] };
    const ended = () => {
      span.end = performance.now();
    };
    result.then(ended, ended);
    spans.push(span);
  }
  return result;
};

/** The time in which at least one of the statements was under way. */
function together(all) {
  let [sum, until] = [0, 0];
  for (const { start, end } of all
    .filter((span) => !Number.isNaN(span.end))
    .sort((a, b) => a.start - b.start)) {
    sum += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return sum;
}

/** The median time of a request, of its statements, and of all else that the service does for it. */
export async function measure(name, rounds, request) {
  const times = [];
  let answer;
  // The first requests prepare the statements.
  for (let round = -3; round < rounds; round++) {
    spans = [];
    const start = performance.now();
    answer = await request(round);
    const all = performance.now() - start;
    const sql = together(spans.filter((span) => span.start >= start));
    if (round >= 0) times.push({ all, sql, own: all - sql });
    if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  const of = (key) => Number(median(times.map((time) => time[key])).toFixed(2));
  const rows = answer.body?.data?.length ?? 1;
  return { name, rows, all: of('all'), sql: of('sql'), own: of('own') };
}

/**
 * The tables that a request looks through from end to end; the statements are explained as they were sent.
 */
export const statementsSent = () => spans;
