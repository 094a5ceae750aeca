import type { ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import { runInRequestContext } from '@safety/platform';
import { listen } from '@safety/testing';
import { ServiceApi } from './service-api.js';

it('a call carries the id and the trace of its request, and the company, on a connection of its own', async () => {
  const service = await listen(({ headers }, response) => void response.end(JSON.stringify(headers)));
  const origin = {
    requestId: 'request-1',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  };
  try {
    const api = new ServiceApi([service.url], {
      token: 'a token',
      companyId: 'a company',
      submission: 'a form',
    });
    expect(await runInRequestContext(origin, () => api.get('/roles'))).toMatchObject({
      authorization: 'Bearer a token',
      'x-company-context': 'a company',
      'x-request-id': origin.requestId,
      traceparent: origin.traceparent,
      connection: 'close',
    });
  } finally {
    await service.close();
  }
});

it('a write that the same form asked for before waits for the answer to that one', async () => {
  const keys: unknown[] = [];
  const service = await listen(({ headers }, response) => {
    keys.push(headers['idempotency-key']);
    if (keys.length < 3) response.writeHead(409);
    response.end(JSON.stringify(keys.length < 3 ? { code: 'idempotency-in-progress' } : { id: 'added' }));
  });
  try {
    const api = new ServiceApi([service.url], { token: 'a token', submission: 'a form' });
    expect(await api.send('POST', '/roles')).toEqual({ id: 'added' });
    expect(keys).toEqual(['a form', 'a form', 'a form']);
  } finally {
    await service.close();
  }
});

it('an answer that stalls is asked of the next process, or 503; a stream may stall', async () => {
  const responses: ServerResponse[] = [];
  const stalled = await listen((_, response) => {
    response.write('{"id": ');
    responses.push(response);
  });
  const other = await listen((_, response) => void response.end('{"id": "other"}'));
  const access = { token: 'a token', submission: 'a form' };
  try {
    const stream = await new ServiceApi([stalled.url], access).open('/export');
    const both = new ServiceApi([stalled.url, other.url], access).get('/roles');
    const only = new ServiceApi([stalled.url], access).send('POST', '/roles');
    await Promise.all([
      expect(both).resolves.toEqual({ id: 'other' }),
      expect(only).rejects.toMatchObject({ code: 'unavailable' }),
    ]);
    responses[0]?.end('"all"}');
    expect(await stream.json()).toEqual({ id: 'all' });
  } finally {
    await Promise.all([stalled.close(), other.close()]);
  }
});
