import type { LookupAddress } from 'node:dns';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Replica } from './replica.js';
import { ServiceAddress } from './service-address.js';
import { Upstream } from './upstream.js';

const options = { connections: 2, waiting: 0 };
const v4 = (address: string): LookupAddress => ({ address, family: 4 });
const v6 = (address: string): LookupAddress => ({ address, family: 6 });

/** A resolver whose answers change. */
function resolver(...first: LookupAddress[]) {
  const names = { answer: first, asked: [] as string[] };
  const lookUp = async (name: string) => {
    names.asked.push(name);
    if (names.answer.length === 0) throw new Error('ENOTFOUND');
    return names.answer;
  };
  return { names, lookUp };
}

describe('an address of a service', () => {
  it.each<[string, LookupAddress[], string[]]>([
    [
      'each process of a name',
      [v4('10.0.0.1'), v4('10.0.0.2')],
      ['http://10.0.0.1:8080', 'http://10.0.0.2:8080'],
    ],
    ['each once', [v4('10.0.0.1'), v4('10.0.0.1')], ['http://10.0.0.1:8080']],
    ['of the family that comes first', [v6('fd00::1'), v4('10.0.0.1')], ['http://[fd00::1]:8080']],
    ['the name itself while it is unknown', [], ['http://training-pods:8080']],
  ])('is %s', async (_, answer, processes) => {
    const { lookUp } = resolver(...answer);
    const address = new ServiceAddress('http://training-pods:8080', lookUp);
    expect(address.processes).toEqual(['http://training-pods:8080']);
    await address.refresh();
    expect(address.processes).toEqual(processes);
  });

  it('keeps the name for the certificate where it is HTTPS', async () => {
    const address = new ServiceAddress('https://training-pods:8443', resolver(v4('10.0.0.1')).lookUp);
    await address.refresh();
    expect([address.processes, address.certifiedName]).toEqual([['https://10.0.0.1:8443'], 'training-pods']);
  });

  it.each(['http://10.0.0.1:8080', 'http://[::1]:8080', 'http://localhost:8080', 'https://10.0.0.1:8443'])(
    '%s is never looked up',
    async (url) => {
      const { names, lookUp } = resolver(v4('10.0.0.9'));
      const address = new ServiceAddress(url, lookUp);
      await address.refresh();
      expect([address.processes, names.asked]).toEqual([[url], []]);
    },
  );

  it('stays as it was while its name cannot be looked up', async () => {
    const { names, lookUp } = resolver(v4('10.0.0.1'));
    const address = new ServiceAddress('http://training-pods:8080', lookUp);
    await address.refresh();
    names.answer = [];
    await address.refresh();
    expect(address.processes).toEqual(['http://10.0.0.1:8080']);
  });
});

describe('a service whose name stands for several processes', () => {
  const { names, lookUp } = resolver(v4('10.0.0.1'), v4('10.0.0.2'));
  const upstream = new Upstream(['http://training-pods:8080'], options, lookUp);
  const chosen = () => {
    const all = new Set<Replica>();
    for (let times = 0; times < 50; times++) all.add(upstream.choose());
    return [...all].sort((one, other) => one.address.localeCompare(other.address));
  };

  afterEach(() => upstream.refresh());

  it('has a breaker and a count for each of them', async () => {
    await upstream.refresh();
    const [first, second] = chosen();
    expect([first?.address, second?.address]).toEqual(['http://10.0.0.1:8080', 'http://10.0.0.2:8080']);
    for (let failures = 0; failures < 5; failures++) first?.breaker.failed();
    expect(chosen()).toEqual([second]);
    first?.breaker.succeeded();
  });

  it('goes on with those that stay as they are, and closes those that are gone', async () => {
    const [, second] = chosen();
    const [first] = chosen();
    names.answer = [v4('10.0.0.2'), v4('10.0.0.3')];
    await upstream.refresh();
    expect(chosen().map(({ address }) => address)).toEqual(['http://10.0.0.2:8080', 'http://10.0.0.3:8080']);
    expect(chosen()[0]).toBe(second);
    expect(first?.pool.closed).toBe(true);
    await upstream.close();
  });
});
