import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { runInRequestContext } from '@safety/platform';
import { type Listener, listen } from '@safety/testing';
import { AnyProcess } from './any-process.js';
import type { HttpAnswer } from './http-answer.js';

let processes: Listener[] = [];

afterEach(async () => {
  await Promise.all(processes.map((one) => one.close()));
  processes = [];
});

/** A process of a service, and the paths it was asked for. */
async function started(answer: RequestListener): Promise<{ url: string; asked: unknown[] }> {
  const asked: unknown[] = [];
  const listener = await listen((request, response) => {
    asked.push(request.url);
    answer(request, response);
  });
  processes.push(listener);
  return { url: listener.url, asked };
}

const well: RequestListener = (_, response) => void response.end('"well"');

const read = async (answer: HttpAnswer): Promise<unknown> => {
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return answer.json();
};

const question = { path: '/keys', read };

describe('another process is asked when one', () => {
  it.each<[string, RequestListener]>([
    ['hangs up', (request) => void request.socket.destroy()],
    ['does not answer', () => undefined],
    ['answers 503', (_, response) => void response.writeHead(503).end('"ill"')],
    ['answers rubbish', (_, response) => void response.end('<html>')],
    [
      'breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('"half');
        setImmediate(() => response.destroy());
      },
    ],
  ])('%s, and from then on the one that answers comes first', async (_, ill) => {
    const [one, other] = [await started(ill), await started(well)];
    // Whichever is asked first, after one question it is the one that is well.
    const service = new AnyProcess([one.url, other.url]);
    for (let round = 0; round < 4; round++) expect(await service.ask(question)).toBe('well');
    expect(other.asked).toEqual(['/keys', '/keys', '/keys', '/keys']);
    expect(one.asked.length).toBeLessThanOrEqual(1);
  });

  it('is not there', async () => {
    const other = await started(well);
    const service = new AnyProcess(['http://127.0.0.1:1', other.url]);
    expect([await service.ask(question), await service.ask(question)]).toEqual(['well', 'well']);
  });
});

describe('the last address is asked once more when a process behind it', () => {
  it('ends with the connection', async () => {
    let ended = false;
    const { url, asked } = await started((request, response) => {
      if (ended) return well(request, response);
      ended = true;
      request.socket.destroy();
    });
    expect(await new AnyProcess([url]).ask(question)).toBe('well');
    expect(asked).toEqual(['/keys', '/keys']);
  });

  it('hangs up each time, and no more often', async () => {
    const hangsUp: RequestListener = (request) => void request.socket.destroy();
    const both = [await started(hangsUp), await started(hangsUp)];
    const service = new AnyProcess(both.map(({ url }) => url));
    await expect(service.ask(question)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(both.map(({ asked }) => asked.length).toSorted()).toEqual([1, 2]);
  });
});

it('the questions of many begin with different processes', async () => {
  const both = [await started(well), await started(well)];
  const addresses = both.map(({ url }) => url);
  for (let asker = 0; asker < 40; asker++) await new AnyProcess(addresses).ask(question);
  for (const { asked } of both) expect(asked.length).toBeGreaterThan(0);
});

it('asks each of any number of processes', async () => {
  const { url, asked } = await started((_, response) => void response.writeHead(500).end());
  for (const count of [7, 11]) {
    const service = new AnyProcess(Array.from({ length: count }, () => url));
    await expect(service.ask(question)).rejects.toThrow('answered 500');
    expect(asked.splice(0)).toHaveLength(count);
  }
});

it('fails with the last fault when none answers, each asked once', async () => {
  const ill: RequestListener = (_, response) => void response.writeHead(500).end();
  const both = [await started(ill), await started(ill)];
  await expect(new AnyProcess(both.map(({ url }) => url)).ask(question)).rejects.toThrow('answered 500');
  for (const { asked } of both) expect(asked).toEqual(['/keys']);
});

it('asks nobody else once it is not wanted any more', async () => {
  const stop = new AbortController();
  const hung: RequestListener = () => stop.abort();
  const both = [await started(hung), await started(hung)];
  const service = new AnyProcess(both.map(({ url }) => url));
  await expect(service.ask({ ...question, signal: stop.signal })).rejects.toThrow('aborted');
  expect(both.flatMap(({ asked }) => asked)).toEqual(['/keys']);
});

describe('a connection', () => {
  // Of the clocks this one alone: how long a connection has been open.
  const clock = ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const;
  const timers = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;

  afterEach(() => {
    jest.useRealTimers();
  });

  it('takes one question after the other for four seconds, and none after six', async () => {
    jest.useFakeTimers({ doNotFake: [...clock, ...timers] });
    const connections = new Set<Socket>();
    const { url } = await started((request, response) => {
      connections.add(request.socket);
      response.end('"well"');
    });
    const service = new AnyProcess([url]);
    const asked = async (): Promise<number> => {
      await service.ask(question);
      // Node keeps the connection, or ends it, in the turns after the answer.
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      return connections.size;
    };
    expect([await asked(), await asked()]).toEqual([1, 1]);
    jest.advanceTimersByTime(3_900);
    expect([await asked(), await asked()]).toEqual([1, 1]);
    jest.advanceTimersByTime(2_100);
    expect([await asked(), await asked()]).toEqual([1, 2]);
  });
});

describe('a question carries', () => {
  const origin = {
    requestId: 'request-1',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    tracestate: 'a=1',
  };
  const echo: RequestListener = ({ headers }, response) => {
    const { 'x-request-id': requestId, traceparent, tracestate, accept } = headers;
    response.end(JSON.stringify({ requestId, traceparent, tracestate, accept }));
  };

  it('the id and the trace of the request that asks, beside its own headers', async () => {
    const service = new AnyProcess([(await started(echo)).url]);
    const asked = { ...question, headers: { accept: 'text/plain' } };
    const answer = await runInRequestContext(origin, () => service.ask(asked));
    expect(answer).toEqual({ ...origin, accept: 'text/plain' });
  });

  it('no trace where the request has none, and neither outside of a request', async () => {
    const service = new AnyProcess([(await started(echo)).url]);
    const inRequest = runInRequestContext({ requestId: 'request-2' }, () => service.ask(question));
    expect(await inRequest).toEqual({ requestId: 'request-2', accept: '*/*' });
    expect(await service.ask(question)).toEqual({ accept: '*/*' });
  });
});
