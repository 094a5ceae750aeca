import { unavailable } from '@safety/platform';
import { Replica, type UpstreamOptions } from './replica.js';
import { type LookUp, ServiceAddress } from './service-address.js';

export interface UpstreamLoad {
  processes: number;
  /** Those that are sent nothing, since they failed. */
  broken: number;
  inFlight: number;
}

/** A service as one or several processes. */
export class Upstream {
  private readonly addresses: readonly ServiceAddress[];
  private readonly limit: number;
  private replicas: readonly Replica[];

  constructor(
    addresses: readonly string[],
    private readonly options: UpstreamOptions,
    lookUp?: LookUp,
  ) {
    this.addresses = addresses.map((address) => new ServiceAddress(address, lookUp));
    this.replicas = [...this.known].map(([address, name]) => new Replica(address, options, name));
    this.limit = options.connections + options.waiting;
  }

  /**
   * The least busy process that is well and not about to stop, another one than `failed` if there is one.
   * Throws 503 when all are ill or full: a request that would wait for long is better refused at once.
   */
  choose(failed?: Replica): Replica {
    const able = this.replicas.filter(({ breaker, inFlight }) => !breaker.isOpen && inFlight < this.limit);
    const staying = able.filter(({ isLeaving }) => !isLeaving);
    const fit = staying.length > 0 ? staying : able;
    const others = fit.length > 1 ? fit.filter((replica) => replica !== failed) : fit;
    const [first, ...rest] = others;
    if (!first) throw unavailable(new Error('The service is ill or has too much to do'));
    return rest.reduce((best, one) => (isBetter(one, best) ? one : best), first);
  }

  /**
   * Looks its names up again. New processes take requests from now on; those that are gone finish theirs.
   * A name that cannot be looked up keeps what it had.
   */
  async refresh(): Promise<void> {
    await Promise.all(this.addresses.map((address) => address.refresh()));
    const { known } = this;
    const [staying, gone] = [true, false].map((stays) =>
      this.replicas.filter(({ address }) => known.has(address) === stays),
    ) as [Replica[], Replica[]];
    if (gone.length === 0 && staying.length === known.size) return;
    for (const { address } of staying) known.delete(address);
    this.replicas = [
      ...staying,
      ...[...known].map(([address, name]) => new Replica(address, this.options, name)),
    ];
    for (const { pool } of gone) void pool.close();
  }

  /** How the service is doing, for metrics. */
  get load(): UpstreamLoad {
    return {
      processes: this.replicas.length,
      broken: this.replicas.filter(({ breaker }) => breaker.isOpen).length,
      inFlight: this.replicas.reduce((sum, { inFlight }) => sum + inFlight, 0),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map(({ pool }) => pool.close()));
  }

  /** The addresses of its processes, each with the name of its certificate. */
  private get known(): Map<string, string | undefined> {
    return new Map(
      this.addresses.flatMap(({ processes, certifiedName }) =>
        processes.map((address) => [address, certifiedName] as const),
      ),
    );
  }
}

const isBetter = (one: Replica, other: Replica): boolean =>
  one.inFlight < other.inFlight || (one.inFlight === other.inFlight && Math.random() < 0.5);
