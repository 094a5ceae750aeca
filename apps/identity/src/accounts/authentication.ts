import { Injectable } from '@nestjs/common';
import { networkOf } from '../throttling/client-address.js';
import { type Limit, Throttle } from '../throttling/throttle.js';
import { Accounts, type Credential } from './accounts.js';
import { emailKey } from './email-key.js';
import { KnownDevices } from './known-devices.js';
import { Passwords } from './passwords.js';
import { signInLimits } from './sign-in-limits.js';

/** Where a try to sign in comes from. */
export interface Origin {
  address: string;
  /** What the device is known by; a new one when it was never seen. */
  device: string;
  /** Whether everybody who uses a client comes from this same device. */
  deviceShared: boolean;
}

/** Whose password it was, and in which epoch of theirs. */
export type Accepted = Pick<Credential, 'userId' | 'epoch'>;

export type Outcome =
  | ({ outcome: 'accepted' } & Accepted)
  | { outcome: 'wrong' }
  | { outcome: 'throttled'; retryAfterSeconds: number };

/**
 * Checks e-mail address and password. One answer, in the same time, for every reason it can fail; too many wrong ones have
 * to wait, whether or not there is such a user.
 */
@Injectable()
export class Authentication {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly throttle: Throttle,
    private readonly devices: KnownDevices,
  ) {}

  /** Throws `unavailable` when too many wait to be checked. */
  async authenticate(email: string, password: string, origin: Origin): Promise<Outcome> {
    const { address, device, deviceShared } = origin;
    const key = emailKey(email);
    const credential = await this.accounts.credential(key, device);
    const deviceKnown = credential?.deviceKnown ?? false;
    const network = networkOf(address);
    const limits = signInLimits({ emailKey: key, network, device, deviceKnown, deviceShared });
    const outcome =
      (await this.throttled(limits)) ??
      // Asked again when it is its turn: of those who wait together, only the first few may guess.
      (await this.passwords.inTurn(
        async () => (await this.throttled(limits)) ?? this.check(credential, password, limits),
        deviceKnown,
      ));
    if (outcome.outcome === 'accepted') await this.devices.remember(outcome.userId, device);
    return outcome;
  }

  private async throttled(limits: readonly Limit[]): Promise<Outcome | undefined> {
    const retryAfterSeconds = await this.throttle.blockedFor(limits);
    return retryAfterSeconds === undefined ? undefined : { outcome: 'throttled', retryAfterSeconds };
  }

  private async check(
    credential: Credential | undefined,
    password: string,
    limits: ReturnType<typeof signInLimits>,
  ): Promise<Outcome> {
    if (await this.passwords.matches(credential?.passwordHash ?? undefined, password)) {
      await this.throttle.clear(limits[0]);
      const { userId, epoch } = credential as Credential;
      return { outcome: 'accepted', userId, epoch };
    }
    await this.throttle.count(limits);
    return { outcome: 'wrong' };
  }
}
