import { Injectable } from '@nestjs/common';
import { Metrics, type Reading } from '@safety/platform';
import { RevocationSnapshots } from '../access/revocation-snapshots.js';
import type { UpstreamLoad } from '../proxy/upstream.js';
import { Upstreams } from '../proxy/upstreams.js';

/** Tells what the gateway knows of the services behind it and of revocations. */
@Injectable()
export class GatewayMetrics {
  constructor(
    metrics: Metrics,
    private readonly upstreams: Upstreams,
    snapshots: RevocationSnapshots,
  ) {
    metrics.gauge(
      'gateway.revocations.age',
      {
        unit: 'seconds',
        help: 'Time since identity last told all revocations; since the start before the first.',
      },
      () => [{ value: snapshots.ageSeconds }],
    );
    metrics.gauge('gateway.upstream.requests', { help: 'Requests under way to a service.' }, () =>
      this.ofEach(({ inFlight }) => inFlight),
    );
    metrics.gauge('gateway.upstream.processes', { help: 'Processes of a service.' }, () =>
      this.ofEach(({ processes }) => processes),
    );
    metrics.gauge(
      'gateway.upstream.broken',
      { help: 'Processes that have failed and not answered since.' },
      () => this.ofEach(({ broken }) => broken),
    );
  }

  private ofEach(value: (load: UpstreamLoad) => number): Reading[] {
    return this.upstreams.loads().map(([upstream, load]) => ({ value: value(load), labels: { upstream } }));
  }
}
