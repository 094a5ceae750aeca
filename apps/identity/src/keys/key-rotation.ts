import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { keysRotated } from '@safety/contracts';
import { InjectLogger, InjectSettings, type Logger, Periodic, ProblemError } from '@safety/platform';
import { AuditTrail } from '../audit/audit-trail.js';
import type { IdentitySettings } from '../config.js';
import type { Transaction } from '../storage/database/database.js';
import { PUBLISHED_AHEAD } from './key-times.js';
import { type KeyPurpose, keyPurposes } from './new-key.js';
import { SigningKeys } from './signing-keys.js';
import { StoredKeys } from './stored-keys.js';

/** Also how late a process can notice keys that the bus did not tell it of: long before they sign. */
const LOOK_EVERY_MS = 60_000;

export interface NewKeys {
  keyIds: string[];
  /** Seconds until they sign. */
  signIn: number;
}

/**
 * Gives the service new keys, on a schedule and on command. A new key is published, signs once every cache
 * knows it, and the one before stays until what it signed is dead. The database says when each step is due,
 * so all replicas take it.
 */
@Injectable()
export class KeyRotation extends Periodic {
  private nextChange: NodeJS.Timeout | undefined;
  private isRunning = false;

  constructor(
    private readonly stored: StoredKeys,
    private readonly keys: SigningKeys,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'KEY_ROTATION_DAYS'>,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'key rotation', everyMs: LOOK_EVERY_MS });
  }

  override async onApplicationBootstrap(): Promise<void> {
    this.isRunning = true;
    await super.onApplicationBootstrap();
    void this.look();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.isRunning = false;
    clearTimeout(this.nextChange);
    await super.beforeApplicationShutdown();
  }

  protected work(): Promise<void> {
    return this.look();
  }

  /**
   * Makes new keys now. `immediately` drops the earlier keys in the same moment: every token and cookie they
   * signed is refused. For keys that somebody else may have. Otherwise throws 409 while the keys made last do
   * not sign yet.
   */
  async rotate({
    purposes = keyPurposes,
    immediately = false,
  }: {
    purposes?: readonly KeyPurpose[];
    immediately?: boolean;
  } = {}): Promise<NewKeys> {
    const keyIds = await this.stored.exclusively(async (transaction) => {
      const notYet = await this.stored.notInUseFor(transaction);
      if (notYet > 0 && !immediately)
        throw new ProblemError('invalid-state', {
          detail: `The keys were rotated just now: the new ones sign in ${Math.ceil(notYet / 60)} minutes.`,
        });
      return this.succeed(transaction, purposes, { immediately, actor: 'operator' });
    });
    await this.keys.reload();
    return { keyIds, signIn: immediately ? 0 : PUBLISHED_AHEAD };
  }

  /**
   * Does what is due: new keys by the schedule, the removal of dead ones, and the changes other processes
   * made.
   */
  async look(): Promise<void> {
    try {
      await this.stored.exclusively(async (transaction) => {
        await this.stored.purge(transaction);
        const { KEY_ROTATION_DAYS: days } = this.settings;
        const due = days === 0 ? [] : await this.stored.olderThan(transaction, days);
        await this.succeed(transaction, due, { immediately: false, actor: 'system' });
      });
      await this.keys.reload();
      await this.wakeForNextChange();
    } catch (err) {
      this.countFailure();
      this.logger.warn({ err }, 'key rotation: failed, will be tried again');
    }
  }

  private async succeed(
    transaction: Transaction,
    purposes: readonly KeyPurpose[],
    { immediately, actor }: { immediately: boolean; actor: 'operator' | 'system' },
  ): Promise<string[]> {
    const keyIds: string[] = [];
    const before = await this.stored.publishedForAccessTokens(transaction);
    for (const purpose of purposes) {
      const keyId = await this.stored.succeed(transaction, purpose, { immediately });
      keyIds.push(keyId);
      await this.audit.recordIn(transaction, {
        type: 'keys-rotated',
        actor,
        details: { purpose, keyId, immediately },
      });
    }
    if (keyIds.length > 0) {
      const after = await this.stored.publishedForAccessTokens(transaction);
      await this.outbox.add(transaction, keysRotated, {
        keyIds,
        accessTokenKeyId: after.find((id) => !before.includes(id)),
        withdrawnKeyIds: before.filter((id) => !after.includes(id)),
      });
    }
    return keyIds;
  }

  /** A change that is due before the next look is made on time. */
  private async wakeForNextChange(): Promise<void> {
    const seconds = await this.stored.nextChange();
    if (seconds === undefined || seconds * 1000 >= LOOK_EVERY_MS) return;
    if (!this.isRunning) return;
    clearTimeout(this.nextChange);
    this.nextChange = setTimeout(() => void this.look(), seconds * 1000 + 1).unref();
  }
}
