/** The receiver of a delivery, and the owner of the receiver. */
export interface Destination {
  receiver: string;
  owner: string;
}

export interface SlotsOptions {
  /** Deliveries under way in one process. */
  concurrency: number;
  /** Deliveries under way to one receiver. */
  concurrencyEach: number;
}

/** Concurrent deliveries to a receiver that has not taken the last one, or none yet. */
export const UNPROVEN_CONCURRENCY = 2;
/** A receiver is slow when its deliveries take longer than this in the mean. */
const SLOW_MS = 1_000;
/** Part of the latest delivery in the mean of a receiver: one slow delivery alone does not make it slow. */
const LATEST_WEIGHT = 0.2;
/** Part of all slots for slow receivers, and for those without a finished delivery. */
const SLOW_SHARE = 0.5;

/** The state of a receiver in this process. */
interface Known {
  owner: string;
  hasTakenLast: boolean;
  meanMs: number;
}

/** Receivers and owners at their limit: they get no further delivery for now. */
export interface AtLimit {
  receivers: string[];
  owners: string[];
}

/**
 * Divides slots among owners, and those of an owner among its receivers. Each may have as many as it
 * leaves free, so the next one finds some (dynamic thresholds, Choudhury and Hahne 1998): one owner gets
 * half of all slots, two get a third each. A slow receiver keeps a slot for long, so all slow ones
 * together get a part of the slots.
 */
export class FairSlots {
  private readonly underWay = new Map<string, { owner: string; count: number }>();
  private readonly known = new Map<string, Known>();

  constructor(private readonly options: SlotsOptions) {}

  take({ receiver, owner }: Destination): void {
    this.underWay.set(receiver, { owner, count: (this.underWay.get(receiver)?.count ?? 0) + 1 });
  }

  giveBack({ receiver, owner }: Destination, outcome: { taken: boolean; tookMs: number }): void {
    const left = (this.underWay.get(receiver)?.count ?? 0) - 1;
    if (left > 0) this.underWay.set(receiver, { owner, count: left });
    else this.underWay.delete(receiver);
    const meanMs = this.known.get(receiver)?.meanMs ?? outcome.tookMs;
    this.known.set(receiver, {
      owner,
      hasTakenLast: outcome.taken,
      meanMs: meanMs + (outcome.tookMs - meanMs) * LATEST_WEIGHT,
    });
  }

  atLimit(): AtLimit {
    const { all, ofOwner } = this.tally();
    const free = this.options.concurrency - all.count;
    const slowFree = this.options.concurrency * SLOW_SHARE - all.slow;
    const isFull = (receiver: string, owner: string): boolean => {
      const count = this.underWay.get(receiver)?.count ?? 0;
      const own = ofOwner.get(owner) ?? NONE;
      const isBusy = count >= this.most(receiver) || count >= free - own.count;
      return isBusy || (this.isSlow(receiver) && count >= slowFree - own.slow);
    };
    const destinations = new Map<string, { owner: string }>([...this.known, ...this.underWay]);
    return {
      receivers: [...destinations]
        .filter(([receiver, { owner }]) => isFull(receiver, owner))
        .map(([id]) => id),
      owners: [...ofOwner].filter(([, { count }]) => count >= free).map(([owner]) => owner),
    };
  }

  /** How many are under way, and how many of them to slow receivers. */
  private tally(): { all: Tally; ofOwner: Map<string, Tally> } {
    const all = { ...NONE };
    const ofOwner = new Map<string, Tally>();
    for (const [receiver, { owner, count }] of this.underWay) {
      const own = ofOwner.get(owner) ?? { ...NONE };
      ofOwner.set(owner, own);
      for (const tally of [all, own]) {
        tally.count += count;
        if (this.isSlow(receiver)) tally.slow += count;
      }
    }
    return { all, ofOwner };
  }

  private most(receiver: string): number {
    return this.known.get(receiver)?.hasTakenLast ? this.options.concurrencyEach : UNPROVEN_CONCURRENCY;
  }

  /** One that is not known yet may be. */
  private isSlow(receiver: string): boolean {
    return (this.known.get(receiver)?.meanMs ?? Number.POSITIVE_INFINITY) > SLOW_MS;
  }
}

interface Tally {
  count: number;
  slow: number;
}

const NONE: Tally = { count: 0, slow: 0 };
