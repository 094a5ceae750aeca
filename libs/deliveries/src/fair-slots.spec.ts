import { describe, expect, it } from '@jest/globals';
import { type Destination, FairSlots } from './fair-slots.js';

const CONCURRENCY = 50;
const CONCURRENCY_EACH = 10;
const FAST = { taken: true, tookMs: 20 };
const SLOW = { taken: true, tookMs: 4_800 };
const DEAD = { taken: false, tookMs: 5_000 };

const of = (owner: string, receiver = owner): Destination => ({ owner, receiver });
const several = (count: number, make: (number: number) => Destination): Destination[] =>
  Array.from({ length: count }, (_, number) => make(number));

/** Slots for receivers of which each has had these deliveries. */
function slotsAfter(history: [Destination[], typeof FAST][]): FairSlots {
  const slots = new FairSlots({ concurrency: CONCURRENCY, concurrencyEach: CONCURRENCY_EACH });
  for (const [destinations, outcome] of history)
    for (const destination of destinations) {
      slots.take(destination);
      slots.giveBack(destination, outcome);
    }
  return slots;
}

/** Takes whatever these may have, each in turn; resolves with how many each has got. */
function fill(slots: FairSlots, destinations: Destination[]): number[] {
  const taken = destinations.map(() => 0);
  for (let before = -1, sum = 0; sum !== before; ) {
    before = sum;
    destinations.forEach((destination, index) => {
      const { receivers, owners } = slots.atLimit();
      if (receivers.includes(destination.receiver) || owners.includes(destination.owner)) return;
      slots.take(destination);
      taken[index] = (taken[index] ?? 0) + 1;
      sum += 1;
    });
  }
  return taken;
}
const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

describe('fair slots', () => {
  it('a receiver alone has as many as one may; one that has taken nothing yet has two', () => {
    expect(fill(slotsAfter([[[of('a')], FAST]]), [of('a')])).toEqual([CONCURRENCY_EACH]);
    expect(fill(slotsAfter([]), [of('a')])).toEqual([2]);
    expect(fill(slotsAfter([[[of('a')], DEAD]]), [of('a')])).toEqual([2]);
  });

  const sixOfOne = several(6, (number) => of('one', `one-${number}`));
  const sixOwners = several(6, (number) => of(`owner-${number}`));
  const manyOwners = several(24, (number) => of(`owner-${number}`));
  it.each([
    { name: 'six receivers of one owner, always fast', busy: sixOfOne, before: FAST },
    { name: 'six receivers of one owner, slow', busy: sixOfOne, before: SLOW },
    { name: 'six receivers of one owner, dead', busy: sixOfOne, before: DEAD },
    { name: 'six owners, always fast', busy: sixOwners, before: FAST },
    { name: 'six owners, slow', busy: sixOwners, before: SLOW },
    { name: 'six owners, dead', busy: sixOwners, before: DEAD },
    { name: 'twenty-four owners, fast', busy: manyOwners, before: FAST },
    { name: 'twenty-four owners, slow', busy: manyOwners, before: SLOW },
  ])('$name: they leave slots for an owner that comes later', ({ busy, before }) => {
    const late = of('late');
    const slots = slotsAfter([
      [busy, before],
      [[late], FAST],
    ]);
    const taken = fill(slots, busy);
    expect(Math.min(...taken)).toBeGreaterThan(0);
    expect(sum(fill(slots, [late]))).toBeGreaterThan(0);
    expect(sum(fill(slots, [of('unknown')]))).toBeGreaterThan(0);
  });

  it('an owner of many receivers has half at most, and leaves ten to an owner of two', () => {
    const ten = several(10, (number) => of('many', `many-${number}`));
    const two = several(2, (number) => of('few', `few-${number}`));
    const taken = fill(slotsAfter([[[...ten, ...two], FAST]]), [...ten, ...two]);
    const [ofMany, ofFew] = [sum(taken.slice(0, 10)), sum(taken.slice(10))];
    expect(ofMany).toBeLessThanOrEqual(CONCURRENCY / 2);
    expect(ofFew).toBeGreaterThanOrEqual(CONCURRENCY_EACH);
  });

  it("an owner's slow receivers leave a slot to the owner's others", () => {
    const other = of('one', 'other');
    const slots = slotsAfter([
      [sixOfOne, FAST],
      [[other], FAST],
    ]);
    fill(slots, sixOfOne);
    expect(sum(fill(slots, [other]))).toBeGreaterThan(0);
  });

  it('all slow receivers together have half of the slots, however many they are', () => {
    const slow = several(100, (number) => of(`slow-${number}`));
    const slots = slotsAfter([[slow, SLOW]]);
    expect(sum(fill(slots, slow))).toBeLessThanOrEqual(CONCURRENCY / 2);
    const known = several(3, (number) => of(`fast-${number}`));
    const others = slotsAfter([
      [slow, SLOW],
      [known, FAST],
    ]);
    fill(others, slow);
    expect(Math.min(...fill(others, known))).toBeGreaterThan(1);
  });

  it('a receiver that is slow now and then is not slow; one that recovers is not for long', () => {
    const one = of('one');
    const slowOnes = several(100, (number) => of(`slow-${number}`));
    const history = (times: number): [Destination[], typeof FAST][] =>
      Array.from({ length: times }, () => [[one], FAST]);
    const mayGoOn = (outcomes: [Destination[], typeof FAST][]): boolean => {
      const slots = slotsAfter([[slowOnes, SLOW], ...outcomes]);
      fill(slots, slowOnes);
      return sum(fill(slots, [one])) > 0;
    };
    expect(mayGoOn([...history(1), [[one], SLOW]])).toBe(true);
    expect(mayGoOn([[[one], SLOW], ...history(1)])).toBe(false);
    expect(mayGoOn([[[one], SLOW], ...history(8)])).toBe(true);
  });
});
