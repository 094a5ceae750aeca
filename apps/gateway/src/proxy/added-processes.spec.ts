import { afterEach, describe, expect, it } from '@jest/globals';
import { Balancer } from '@safety/local-stack';
import { eventually, type Listener, listen } from '@safety/testing';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';

const CLIENTS = 24;
/** So soon an added process has its share. */
const SHARE_WITHIN_MS = 10_000;
/** Answers of which a share is taken: many enough for it to be no chance. */
const ANSWERS = 400;

interface Process extends Listener {
  answers: number;
}

let closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

async function process(): Promise<Process> {
  const one: Process = {
    answers: 0,
    ...(await listen((_, response) => {
      one.answers++;
      response.end('{}');
    })),
  };
  closing.push(() => one.close().catch(() => undefined));
  return one;
}

/** A gateway to one address, behind which the processes take connections by turns, as kube-proxy has it. */
async function behindOneAddress(processes: Process[]): Promise<[GatewayUnderTest, Balancer]> {
  const balancer = new Balancer();
  await balancer.start();
  balancer.targets = processes.map(({ url }) => url);
  const unlimited = {
    RATE_LIMIT_USER: '10000000',
    RATE_LIMIT_COMPANY: '10000000',
    RATE_LIMIT_CLIENT: '10000000',
  };
  const gateway = await startGateway({ TRAINING_URL: balancer.url, ...unlimited });
  closing.push(
    () => balancer.stop(),
    () => gateway.close(),
  );
  return [gateway, balancer];
}

/** Clients that ask all the while, each one request after the other. */
async function clients(gateway: GatewayUnderTest) {
  const { headers } = await gateway.member();
  const statuses = new Map<number, number>();
  let stopped = false;
  const ask = async () => {
    while (!stopped) {
      const answer = await gateway.fetch('/api/courses', { headers });
      await answer.arrayBuffer();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  const asking = Promise.all(Array.from({ length: CLIENTS }, ask));
  asking.catch(() => undefined);
  const stop = async () => {
    stopped = true;
    await asking;
    return [...statuses.keys()];
  };
  closing.push(stop);
  return { stop };
}

/** Resolves once all of the processes have their share of the last answers; rejects after ten seconds. */
async function shared(processes: readonly Process[]): Promise<void> {
  const until = performance.now() + SHARE_WITHIN_MS;
  for (;;) {
    const before = processes.map(({ answers }) => answers);
    await answered(processes, ANSWERS);
    const taken = processes.map(({ answers }, index) => answers - (before[index] ?? 0));
    const fair = taken.reduce((sum, one) => sum + one, 0) / processes.length;
    if (taken.every((one) => one > fair / 2)) return;
    if (performance.now() > until) throw new Error(`Not shared: ${taken.join(', ')}`);
  }
}

/** Resolves once the processes have given so many more answers. */
async function answered(processes: readonly Process[], count: number): Promise<void> {
  const sum = () => processes.reduce((total, { answers }) => total + answers, 0);
  const enough = sum() + count;
  await eventually(() => expect(sum()).toBeGreaterThanOrEqual(enough));
}

describe('24 clients of a service behind one address', () => {
  it('a process that joins has its share within 10 s, and all answers are 200', async () => {
    const first = await process();
    const [gateway, balancer] = await behindOneAddress([first]);
    const { stop } = await clients(gateway);
    // Every connection is old by then, and belongs to the first process.
    await answered([first], 5 * ANSWERS);
    const second = await process();
    balancer.targets = [first.url, second.url];
    await shared([first, second]);
    expect(await stop()).toEqual([200]);
  }, 60_000);

  it('two of three that are killed cost nobody an answer, and have their share when they are back', async () => {
    const [first, second, third] = await Promise.all([process(), process(), process()]);
    const [gateway, balancer] = await behindOneAddress([first, second, third]);
    const { stop } = await clients(gateway);
    await shared([first, second, third]);
    await Promise.all([second.close(), third.close()]);
    await answered([first], 5 * ANSWERS);
    const again = await Promise.all([process(), process()]);
    balancer.targets = [first, ...again].map(({ url }) => url);
    await shared([first, ...again]);
    expect(await stop()).toEqual([200]);
  }, 60_000);
});
