import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

/** All addresses of a name; rejects when it has none. */
export type LookUp = (name: string) => Promise<readonly LookupAddress[]>;

const lookUpAll: LookUp = (name) => dns.lookup(name, { all: true, order: 'verbatim' });

/**
 * An address of a service from the settings. A name may stand for several processes, as the name of a
 * headless Service in Kubernetes does for its ready pods: then each has an address.
 */
export class ServiceAddress {
  /** Until the name has been looked up, the address itself. */
  processes: readonly string[];
  /** The name that a certificate of each process has to hold; undefined for HTTP, and for an address. */
  readonly certifiedName: string | undefined;
  private readonly name: string | undefined;

  constructor(
    private readonly address: string,
    private readonly lookUp: LookUp = lookUpAll,
  ) {
    this.processes = [address];
    const { protocol, hostname } = new URL(address);
    const isName = !isIP(hostname.replace(/^\[|\]$/g, ''));
    // This machine has two addresses of one process.
    this.name = isName && !isHere(hostname) ? hostname : undefined;
    this.certifiedName = isName && protocol === 'https:' ? hostname : undefined;
  }

  /** Keeps what is known when the name cannot be looked up: names may fail while processes go on. */
  async refresh(): Promise<void> {
    if (this.name === undefined) return;
    const found = await this.lookUp(this.name).catch(() => []);
    const [first] = found;
    if (!first) return;
    // Each process once: with two families it has an address of each.
    const ofOneFamily = found.filter(({ family }) => family === first.family);
    this.processes = [...new Set(ofOneFamily.map((one) => this.at(one)))];
  }

  private at({ address, family }: LookupAddress): string {
    const url = new URL(this.address);
    url.hostname = family === 6 ? `[${address}]` : address;
    return url.origin;
  }
}

const isHere = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost');
