import { Injectable } from '@nestjs/common';
import { recordedNetwork } from '@safety/platform';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database } from '../../storage/database/database.js';
import { networkOf } from '../../throttling/client-address.js';
import { type FullLimit, fullOf } from '../../throttling/counters.js';
import { type Admitted, type Refused, refusalOf, Throttle } from '../../throttling/throttle.js';
import { Passwords } from '../passwords/passwords.js';
import { type Credential, credentialOf } from './accounts.js';
import { emailKey } from './email-key.js';
import { rememberDevice } from './known-devices.js';
import { type Attempt, isLocked, lockLimit, signInLimits } from './sign-in-limits.js';

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

/**
 * The user whose address was tried, for the audit trail alone: no answer and no line of the log may tell
 * whether there is one. Undefined for an address that is nobody's, or a disabled user's.
 */
export interface Tried {
  triedUserId: string | undefined;
}

/** The counts of an attempt once its password is checked. */
interface Consequences {
  onRight(credential: Credential): Promise<void>;
  onWrong(): void;
}

type Refusal =
  | { outcome: 'wrong' }
  | { outcome: 'locked' }
  | { outcome: 'throttled'; retryAfterSeconds: number };

export type Outcome = ({ outcome: 'accepted' } & Accepted) | (Refusal & Tried);

/**
 * Checks e-mail address and password. One answer, in the same time, for every reason it can fail; too many
 * wrong ones have to wait, whether or not there is such a user.
 */
@Injectable()
export class Authentication {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly throttle: Throttle,
    private readonly audit: AuditTrail,
  ) {}

  /** Throws `unavailable` when too many wait to be checked. */
  async authenticate(email: string, password: string, origin: Origin): Promise<Outcome> {
    const { address, device, deviceShared } = origin;
    const tried = { emailKey: emailKey(email), network: networkOf(address), device, deviceShared };
    const [credential, full] = await this.look(tried);
    const deviceKnown = credential?.deviceKnown ?? false;
    const attempt = { ...tried, deviceKnown };
    const limits = signInLimits(attempt);
    const inTurn = (work: () => Promise<Checked | Refused>) => this.passwords.inTurn(work, deviceKnown);
    const check = (admitted: Admitted) =>
      this.check(credential, password, {
        // A correct password clears the failures of the user on this device or network, and begins new rows.
        onRight: ({ userId, deviceFresh }) => {
          const cleared = [limits[0], lockLimit(attempt), lockLimit({ ...tried, deviceKnown: false })];
          return deviceFresh
            ? admitted.giveBack(...cleared)
            : admitted.giveBackAfter(rememberDevice(userId, device), ...cleared);
        },
        onWrong: () => {
          if (admitted.wasLast(lockLimit(attempt))) this.recordLock(credential, recordedNetwork(address));
        },
      });
    const taken = await this.throttle.takeInTurn<Checked>(limits, inTurn, check, full);
    const checked = isWrong(taken) && deviceShared ? asOfNobody(taken, tried, full) : taken;
    if ('outcome' in checked && checked.outcome === 'accepted') return checked;
    return { ...refusalFrom(checked), triedUserId: credential?.userId };
  }

  /**
   * The credential, and the limits that are reached, of those of known and of unknown devices: which of them
   * count follows from the credential.
   */
  private async look(tried: Omit<Attempt, 'deviceKnown'>): Promise<[Credential | undefined, FullLimit[]]> {
    const limits = [true, false].flatMap((deviceKnown) => signInLimits({ ...tried, deviceKnown }));
    const [[credential], full] = await this.database.together(
      credentialOf(tried.emailKey, tried.device),
      fullOf(limits),
    );
    return [credential, full];
  }

  /** Each password counts as wrong until it is known to be right. */
  private async check(
    credential: Credential | undefined,
    password: string,
    { onRight, onWrong }: Consequences,
  ): Promise<Checked> {
    const matches = await this.passwords.matches(credential?.passwordHash ?? undefined, password);
    if (!matches || !credential) {
      onWrong();
      return { outcome: 'wrong' };
    }
    await onRight(credential);
    const { userId, epoch } = credential;
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

function refusalFrom(checked: { outcome: 'wrong' } | Refused): Refusal {
  if ('outcome' in checked) return checked;
  const { retryAfterSeconds } = checked;
  return isLocked(retryAfterSeconds) ? { outcome: 'locked' } : { outcome: 'throttled', retryAfterSeconds };
}

const isWrong = (taken: Checked | Refused): boolean => 'outcome' in taken && taken.outcome === 'wrong';

/**
 * The answer to a wrong password on a device that strangers share: theirs must not tell whether the user has
 * signed in there. An address that is nobody's is refused by limits that do not count for such a user.
 */
const asOfNobody = (
  wrong: Checked | Refused,
  tried: Omit<Attempt, 'deviceKnown'>,
  full: readonly FullLimit[],
): Checked | Refused => refusalOf(full, signInLimits({ ...tried, deviceKnown: false })) ?? wrong;
