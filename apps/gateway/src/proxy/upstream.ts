import { unavailable } from '@safety/platform';
import { Replica, type UpstreamOptions } from './replica.js';
import { type LookUp, ServiceAddress } from './service-address.js';

export interface UpstreamLoad {
  processes: number;
  /** Those that failed several times in a row and have not answered since. */
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
   * The least busy of the processes that suit best, see `suits`. Throws 503 when all are ill or full: a
   * request that would wait for long is better refused at once.
   */
  choose(failed?: Replica): Replica {
    let [best, suitsBest]: [Replica | undefined, number] = [undefined, 0];
    for (const one of this.replicas) {
      const suit = one.inFlight < this.limit ? suits(one, one === failed) : 0;
      if (suit > suitsBest || (best && suit === suitsBest && isBetter(one, best)))
        [best, suitsBest] = [one, suit];
    }
    if (!best) throw unavailable(new Error('The service is ill or has too much to do'));
    return best;
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
      broken: this.replicas.filter(({ breaker }) => breaker.isBroken).length,
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

/**
 * How well a process suits a request, 0 for not at all. Best is one that is well and stays, then one that is
 * about to stop, then the one that has failed the request. One that refused connections comes before it
 * where it refused, too: a process that starts may take them by now, while the last other one has stopped.
 */
function suits({ breaker, isLeaving }: Replica, hasFailed: boolean): number {
  if (!hasFailed && !breaker.isOpen) return isLeaving ? 4 : 5;
  if (!breaker.isOpen) return breaker.isRefusing ? 1 : 3;
  return breaker.isRefusing && !hasFailed ? 2 : 0;
}

const isBetter = (one: Replica, other: Replica): boolean =>
  one.inFlight < other.inFlight || (one.inFlight === other.inFlight && Math.random() < 0.5);
