import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

const YOUNGEST_AGE_MS = 4_000;
const OLDEST_AGE_MS = 6_000;

/**
 * After so long a connection takes no new request: where one address stands for many processes, its successor
 * reaches one that was added since. Each caller draws another time, so that not all connect at once.
 */
export const connectionAgeMs = (): number =>
  YOUNGEST_AGE_MS + Math.random() * (OLDEST_AGE_MS - YOUNGEST_AGE_MS);

/**
 * Connections as Node keeps them for whoever names no agent, but that none takes a new question once it is
 * some seconds old. One address may stand for many processes, of which a connection reaches a single one:
 * those that are added would never be asked by a busy service.
 */
export function agingAgents() {
  const ages = new WeakMap<Duplex, number>();
  const oldestMs = connectionAgeMs();
  const isYoung = (socket: Duplex): boolean => {
    const now = performance.now();
    const firstKeptAt = ages.get(socket) ?? now;
    ages.set(socket, firstKeptAt);
    return now - firstKeptAt < oldestMs;
  };
  const options = { keepAlive: true, scheduling: 'lifo', timeout: 5_000 } as const;
  return { http: aging(new HttpAgent(options), isYoung), https: aging(new HttpsAgent(options), isYoung) };
}

/** Node asks whether a connection whose answer has ended is kept: only a young one. */
function aging<Agent extends HttpAgent>(agent: Agent, isYoung: (socket: Duplex) => boolean): Agent {
  const keep = agent.keepSocketAlive.bind(agent);
  // Node takes a false value for no; the types say that it returns nothing.
  agent.keepSocketAlive = (socket) => (isYoung(socket) ? keep(socket) : undefined);
  return agent;
}
