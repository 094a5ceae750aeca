import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../audit/audit-trail.js';
import { networkOf, recordedNetwork } from '../../throttling/client-address.js';
import { type Refused, Throttle } from '../../throttling/throttle.js';
import { Passwords } from '../passwords/passwords.js';
import { Accounts, type Credential } from './accounts.js';
import { emailKey } from './email-key.js';
import { KnownDevices } from './known-devices.js';
import { isLocked, lockLimit, signInLimits } from './sign-in-limits.js';

/** Where a try to sign in comes from. */
export interface Origin {
  address: string;
  /** The secret of the device; a new one for an unknown device. */
  device: string;
  /** Whether everybody who uses a client comes from this same device. */
  deviceShared: boolean;
}

/** Whose password it was, and in which epoch of theirs. */
export type Accepted = Pick<Credential, 'userId' | 'epoch'>;

type Checked = ({ outcome: 'accepted' } & Accepted) | { outcome: 'wrong' };

/** The counts of an attempt once its password is checked. */
interface Consequences {
  onRight(): Promise<void>;
  onWrong(): void;
}

export type Outcome = Checked | { outcome: 'locked' } | { outcome: 'throttled'; retryAfterSeconds: number };

/**
 * Checks e-mail address and password. One answer, in the same time, for every reason it can fail; too many
 * wrong ones have to wait, whether or not there is such a user.
 */
@Injectable()
export class Authentication {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly throttle: Throttle,
    private readonly devices: KnownDevices,
    private readonly audit: AuditTrail,
  ) {}

  /** Throws `unavailable` when too many wait to be checked. */
  async authenticate(email: string, password: string, origin: Origin): Promise<Outcome> {
    const { address, device, deviceShared } = origin;
    const key = emailKey(email);
    const credential = await this.accounts.credential(key, device);
    const deviceKnown = credential?.deviceKnown ?? false;
    const network = networkOf(address);
    const attempt = { emailKey: key, network, device, deviceKnown, deviceShared };
    const limits = signInLimits(attempt);
    const inTurn = (work: () => Promise<Checked | Refused>) => this.passwords.inTurn(work, deviceKnown);
    const checked = await this.throttle.takeInTurn<Checked>(limits, inTurn, (admitted) =>
      this.check(credential, password, {
        // A correct password clears the failures of the user on this device or network, and begins new rows.
        onRight: () =>
          admitted.giveBack(limits[0], lockLimit(attempt), lockLimit({ ...attempt, deviceKnown: false })),
        onWrong: () => {
          if (admitted.wasLast(lockLimit(attempt))) this.recordLock(credential, recordedNetwork(address));
        },
      }),
    );
    if ('admitted' in checked && isLocked(checked.retryAfterSeconds)) return { outcome: 'locked' };
    if ('admitted' in checked) return { outcome: 'throttled', retryAfterSeconds: checked.retryAfterSeconds };
    if (checked.outcome === 'wrong') return checked;
    if (!credential?.deviceFresh) await this.devices.remember(checked.userId, device);
    return checked;
  }

  /** Each password counts as wrong until it is known to be right. */
  private async check(
    credential: Credential | undefined,
    password: string,
    { onRight, onWrong }: Consequences,
  ): Promise<Checked> {
    if (!(await this.passwords.matches(credential?.passwordHash ?? undefined, password))) {
      onWrong();
      return { outcome: 'wrong' };
    }
    await onRight();
    const { userId, epoch } = credential as Credential;
    return { outcome: 'accepted', userId, epoch };
  }

  private recordLock(credential: Credential | undefined, network: string): void {
    if (credential)
      this.audit.record({
        type: 'user-locked',
        actor: 'system',
        userId: credential.userId,
        reason: 'too many wrong passwords in a row',
        details: { network, deviceKnown: credential.deviceKnown },
      });
  }
}
