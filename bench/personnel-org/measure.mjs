// Times of requests, and of the statements that each of them sends. The service runs in this process, so both
// are seen.
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { median } from '../common/statistics.mjs';

/** Each statement that was sent since the last look: when it was sent, and when its answer was there. */
let spans = [];

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function timed(...args) {
  const [sent] = args;
  // The first statements of a transaction travel in one message, which tells its end in another way.
  if (typeof sent?.submit === 'function') {
    const span = { start: performance.now(), end: Number.NaN };
    const { handleReadyForQuery } = sent;
    sent.handleReadyForQuery = function ended(...rest) {
      span.end = performance.now();
      return handleReadyForQuery.apply(this, rest);
    };
    spans.push(span);
  }
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

/**
 * The median time of a request, of its statements, and of all else; and the time of the processor that
 * service and client take together, which other programs of the machine do not lengthen.
 */
export async function measure(name, rounds, request) {
  const times = [];
  let answer;
  // The first requests prepare the statements.
  for (let round = -3; round < rounds; round++) {
    spans = [];
    const [start, used] = [performance.now(), process.cpuUsage()];
    answer = await request(round);
    const all = performance.now() - start;
    const sql = together(spans.filter((span) => span.start >= start));
    const { user, system } = process.cpuUsage(used);
    if (round >= 0) times.push({ all, sql, own: all - sql, cpu: (user + system) / 1000 });
    if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  const of = (key) => Number(median(times.map((time) => time[key])).toFixed(2));
  const rows = answer.body?.data?.length ?? 1;
  return { name, rows, all: of('all'), sql: of('sql'), own: of('own'), cpu: of('cpu') };
}

/**
 * The tables that a request looks through from end to end; the statements are explained as they were sent.
 */
export const statementsSent = () => spans;
