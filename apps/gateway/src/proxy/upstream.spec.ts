import { afterEach, describe, expect, it } from '@jest/globals';
import type { Replica } from './replica.js';
import { Upstream } from './upstream.js';

const addresses = ['http://10.0.0.1:8080', 'http://10.0.0.2:8080'];
const options = { connections: 2, waiting: 0 };

let upstream: Upstream;
afterEach(() => upstream.close());

type Make = (replica: Replica) => unknown;

/** Both processes of a service, as they are made. */
function both(makeOne: Make, makeOther: Make): [one: Replica, other: Replica] {
  upstream = new Upstream(addresses, options);
  const one = upstream.choose();
  const other = upstream.choose(one);
  makeOne(one);
  makeOther(other);
  return [one, other];
}

const times = (count: number, what: () => void) => Array.from({ length: count }, what);
const refuses = ({ breaker }: Replica, count = 5) => times(count, () => breaker.failed(true));
const isIll = ({ breaker }: Replica) => times(5, () => breaker.failed());
const isFull = (replica: Replica) => {
  replica.inFlight = options.connections;
};
const leaves = (replica: Replica) => replica.leaves();
const isWell = () => undefined;

describe('a request goes to', () => {
  it.each<[string, Make, Make]>([
    ['the one that is less busy', (one) => (one.inFlight = 1), isWell],
    ['the one that is well', isIll, isWell],
    ['the one that is well, not one that refused', refuses, isWell],
    ['the one that stays', leaves, isWell],
    ['the one that has places', isFull, isWell],
    ['one that is about to stop, not one that is ill', isIll, leaves],
    ['one that is about to stop, not one that is full', isFull, leaves],
    ['one that refused, not one that is ill', isIll, refuses],
    ['one that refused, not one that is full', isFull, refuses],
  ])('%s', (_, makeOne, makeOther) => {
    const [, other] = both(makeOne, makeOther);
    expect(times(20, () => undefined).map(() => upstream.choose())).toEqual(Array(20).fill(other));
  });
});

describe('a request that one process has failed goes to the other, which', () => {
  it.each<[string, Make, Make]>([
    ['is well', isWell, isWell],
    ['is busier', isWell, (other) => (other.inFlight = 1)],
    ['is about to stop', isWell, leaves],
    ['refused before, when this one refuses', (failed) => refuses(failed, 1), refuses],
    [
      'refused before and is tried by another request, when this one refuses',
      (failed) => refuses(failed, 1),
      (other) => {
        refuses(other);
        other.breaker.tries();
      },
    ],
  ])('%s', (_, makeFailed, makeOther) => {
    const [failed, other] = both(makeFailed, makeOther);
    expect(upstream.choose(failed)).toBe(other);
  });

  it.each<[string, Make, Make]>([
    ['is ill: to the same', isWell, isIll],
    ['is full: to the same', isWell, isFull],
    [
      'refused before, when this one lost a connection: to the same',
      ({ breaker }) => breaker.failed(),
      refuses,
    ],
    ['is ill, when this one refuses: to the same', (failed) => refuses(failed, 1), isIll],
  ])('%s', (_, makeFailed, makeOther) => {
    const [failed] = both(makeFailed, makeOther);
    expect(upstream.choose(failed)).toBe(failed);
  });
});

describe('503', () => {
  it.each<[string, Make, Make]>([
    ['when both are ill', isIll, isIll],
    ['when both are full', isFull, isFull],
    ['when one is ill and one is full', isIll, isFull],
  ])('%s', (_, makeOne, makeOther) => {
    both(makeOne, makeOther);
    expect(() => upstream.choose()).toThrow(expect.objectContaining({ code: 'unavailable' }));
  });

  it('when the other is ill, and this one has refused five times', () => {
    const [one] = both(refuses, isIll);
    expect(() => upstream.choose(one)).toThrow(expect.objectContaining({ code: 'unavailable' }));
  });
});
