import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MetricsServer } from '@safety/platform';
import { eventually } from '@safety/testing';
import { type NotesApi, startNotes } from '../testing/notes-service.js';

let api: NotesApi;
beforeAll(async () => {
  api = await startNotes({ METRICS_PORT: '0' });
});
afterAll(() => api.close());

it('a refusal with Idempotency-Key counts by its problem, the first time and again', async () => {
  const caller = await api.caller();
  const code = randomUUID();
  expect((await caller.post('/notes', { title: 'first', code })).status).toBe(201);
  const headers = { 'idempotency-key': randomUUID() };
  for (const replayed of [null, 'true']) {
    const answer = await caller.post('/notes', { title: 'second', code }, { headers });
    expect(answer.body).toMatchObject({ code: 'duplicate' });
    expect(answer.headers.get('idempotency-replayed')).toBe(replayed);
  }
  // An answer is counted once it is sent.
  await eventually(async () => {
    const metrics = await fetch(`http://127.0.0.1:${api.app.get(MetricsServer).port}/metrics`);
    expect((await metrics.text()).match(/^http_server_request_duration_seconds_count.*"409".*/gm)).toEqual([
      'http_server_request_duration_seconds_count{http_request_method="POST",http_route="/notes",http_response_status_code="409",error_type="duplicate"} 2',
    ]);
  });
});
