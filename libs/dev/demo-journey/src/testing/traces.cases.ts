import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { demoQuarries } from '@safety/demo-data';
import type { CollectedSpan, Collector } from '@safety/platform/testing';
import { eventually } from '@safety/testing';
import { type Integrator, idsOf } from './integrator.js';

/** Settings of the suite: traces go to the collector, and are kept where the caller says so. */
export const tracedAt = (collector: Collector) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  OTEL_BSP_SCHEDULE_DELAY: '100',
});

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}/i;

/** The caller of a trace: its ids, and the header. */
function newTrace(flags: '00' | '01') {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

/** One trace of a write, from the gateway to the read models of other services. */
export function describeTraces(by: () => Integrator, collector: () => Collector): void {
  /** Changes a person by a trace; other services keep a read model of people. */
  async function changePerson({ headers }: { headers: Record<string, string> }): Promise<void> {
    const [id] = idsOf(await by().api('/personnel?fields=id&limit=1', { headers }));
    const { status, body } = await by().api(`/personnel/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/merge-patch+json' },
      body: { preferredName: `Traced ${headers['traceparent']?.slice(3, 20)}` },
    });
    expect([status, body.errors]).toEqual([200, undefined]);
  }

  /** A span as the service that sent it, and its name. */
  const named = ({ service, name }: CollectedSpan): string => `${service}: ${name}`;

  describe('a trace', () => {
    it('from the gateway to the read models of other services is one, and one that is not kept none', async () => {
      const [kept, other] = [newTrace('01'), newTrace('00')];
      await changePerson(other);
      await changePerson(kept);
      const readers = ['hazards-events', 'training'].map((name) => `${name}: process personnel-changed.v1`);
      const messages = ['personnel-org: publish personnel-changed.v1', ...readers];
      // Each service sends its spans when its own delay has passed: the owner's may come last.
      await eventually(() =>
        expect(collector().of(kept.traceId).map(named)).toEqual(expect.arrayContaining(messages)),
      );
      const spans = collector().of(kept.traceId);
      const one = (name: string) => {
        const found = spans.filter((span) => named(span) === name);
        expect([name, found.length]).toEqual([name, 1]);
        return found[0] as CollectedSpan;
      };
      const below = ({ spanId }: CollectedSpan) =>
        spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(named);

      const gateway = one('gateway: PATCH /api/personnel');
      expect(gateway.parentSpanId).toBe(kept.spanId);
      const call = one('gateway: PATCH');
      expect([call.kind, call.parentSpanId]).toEqual(['client', gateway.spanId]);
      const owner = one('personnel-org: PATCH /personnel/:id');
      expect([owner.kind, owner.parentSpanId]).toEqual(['server', call.spanId]);
      expect(below(owner)).toEqual(
        expect.arrayContaining([
          'personnel-org: UPDATE personnel',
          'personnel-org: INSERT outbox',
          'personnel-org: COMMIT',
          ...messages,
        ]),
      );
      for (const reader of readers) {
        expect(one(reader).kind).toBe('consumer');
        expect(below(one(reader))).toContain(`${reader.split(':')[0]}: INSERT inbox`);
      }
      expect(collector().of(other.traceId)).toEqual([]);
    });

    it('of a sign-in has commands of Redis by their names', async () => {
      const { traceId, headers } = newTrace('01');
      const request = new URLSearchParams({
        client_id: 'demo-web',
        redirect_uri: 'http://localhost:9090/callback',
        response_type: 'code',
        scope: 'openid',
        code_challenge: randomBytes(32).toString('base64url'),
        code_challenge_method: 'S256',
      });
      const address = `${by().url}/auth/connect/authorize?${request}`;
      expect((await fetch(address, { headers, redirect: 'manual' })).status).toBe(303);
      await eventually(() => {
        const spans = collector().of(traceId);
        const server = spans.find(({ service, kind }) => service === 'identity' && kind === 'server');
        expect(server?.name).toBe('GET /auth/connect/authorize');
        const asked = spans.filter(({ parentSpanId }) => parentSpanId === server?.spanId);
        const systems = new Set(asked.map(({ attributes }) => attributes['db.system.name']));
        expect(systems).toContain('redis');
        expect(asked.map(({ name }) => name).filter((name) => !/^[A-Z]+( [a-z_]+)?$/.test(name))).toEqual([]);
      });
    });

    it('of a request names nobody', () => {
      const told = JSON.stringify(collector().spans.map(({ name, attributes }) => ({ name, ...attributes })));
      expect(told).not.toMatch(UUID);
      for (const text of [demoQuarries.id, 'fields=', 'Traced', '@demo.example'])
        expect(told).not.toContain(text);
    });
  });
}
