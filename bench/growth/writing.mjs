// Writes at an even pace, alone and while lists are read.
import { Pool } from 'undici';
import { ask } from '../common/lists/ask.mjs';
import { atPace } from '../common/pace.mjs';
import { percentile, rounded } from '../common/statistics.mjs';

const CONNECTIONS = 50;
const WARM_UP_SECONDS = 5;
const types = { POST: 'application/json', PATCH: 'application/merge-patch+json' };

/** Sends a body to a service; resolves to the answer's. Throws when it is refused. */
export function senderTo(url, headers) {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const send = async (method, path, body) => {
    const sent = body && { body: JSON.stringify(body) };
    const type = body && { 'content-type': types[method] };
    const answer = await pool.request({ method, path, headers: { ...headers, ...type }, ...sent });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode} ${text}`);
    return JSON.parse(text);
  };
  return { send, close: () => pool.close() };
}

/**
 * In rounds that take turns: writes alone, and writes while one reader asks for one list after another.
 * @returns milliseconds of writes of both kinds, those that were refused, and the lists read meanwhile
 */
export async function measureWrites(request, send, read, { perSecond, seconds, rounds }) {
  let number = 0;
  const write = async (took) => {
    const { method, path, body } = request(number++);
    const begun = performance.now();
    await send(method, path, body);
    took.push(performance.now() - begun);
  };
  let refused = 0;
  const spell = async (duration) => {
    const took = [];
    const refuse = (error) => {
      refused++;
      console.log(error.message);
    };
    await atPace(perSecond, duration, () => write(took).catch(refuse));
    return took;
  };
  await spell(WARM_UP_SECONDS);
  const measured = { alone: [], beside: [] };
  let lists = 0;
  for (let round = 0; round < rounds; round++) {
    measured.alone.push(await spell(seconds));
    let ended = false;
    const reader = (async () => {
      while (!ended) {
        await read(lists);
        lists++;
      }
    })();
    measured.beside.push(await spell(seconds));
    ended = true;
    await reader;
  }
  return { ...measured, refused, listsPerSecond: lists / (rounds * seconds) };
}

/** Reads the lists of a part in turns, at one connection. */
export const readerOf = (url, paths, headers) => (number) => ask(url, paths[number % paths.length], headers);

export function summaryOf(part, { alone, beside, refused, listsPerSecond }) {
  const all = { alone: alone.flat(), beside: beside.flat() };
  const ms = (name, share) => rounded(percentile(all[name], share));
  return {
    part,
    'p50 alone': ms('alone', 0.5),
    'p50 beside lists': ms('beside', 0.5),
    'p99 alone': ms('alone', 0.99),
    'p99 beside lists': ms('beside', 0.99),
    ratio: Number((percentile(all.beside, 0.99) / percentile(all.alone, 0.99)).toFixed(2)),
    refused,
    'lists/s': rounded(listsPerSecond),
  };
}
