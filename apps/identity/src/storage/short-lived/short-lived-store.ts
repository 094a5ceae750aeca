/** A value that was set, and whether somebody has claimed it. */
export interface ShortLivedValue {
  value: string;
  claimed: boolean;
}

export type ClaimOutcome = 'first' | 'claimed' | 'missing';

/** Keeps what lives for minutes: a sign-in under way, an authorization code. */
export interface ShortLivedStore {
  /** Keeps `value` for so many seconds, in place of what was there, unclaimed. */
  set(key: string, value: string, seconds: number): Promise<void>;
  /** The same for what is there; resolves with false, and keeps nothing, when nothing is. */
  replace(key: string, value: string, seconds: number): Promise<boolean>;
  get(key: string): Promise<ShortLivedValue | undefined>;
  /** With what `get` has found, for a name that is given once: where that was not, nothing is deleted. */
  delete(key: string, found?: ShortLivedValue): Promise<void>;
  /** Of all who ever claim a value, exactly one is the first. */
  claim(key: string): Promise<ClaimOutcome>;
}
