import { Injectable } from '@nestjs/common';
import { type CompanyActor, CompanyTransactions } from '@safety/persistence';
import { InjectLogger, InjectSettings, type Logger } from '@safety/platform';
import type { EncryptionSettings } from '../config.js';
import { type CompanyKey, keysOf, newestKey, shareKeys } from './company-keys.js';
import { digestOf, keyNumberOf, type Place, seal, tryToOpen } from './sealed-value.js';

const MOST_REMEMBERED = 10_000;

/** In place of a value that does not open: it was moved or damaged in the database. */
export const unreadable = Symbol('unreadable');

/** Encrypts and decrypts members of rows with the keys of their company. */
@Injectable()
export class SealedMembers {
  private readonly remembered = new Map<string, Map<number, CompanyKey>>();

  constructor(
    private readonly transactions: CompanyTransactions,
    @InjectSettings() private readonly settings: EncryptionSettings,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Announces that the transaction is going to encrypt. Call it before any row is locked. */
  begin({ companyId }: CompanyActor): Promise<void> {
    return shareKeys(this.transactions.current(companyId).client, companyId);
  }

  /** Encrypts a value; null stays null. */
  async seal(company: CompanyActor, place: Place, value: unknown): Promise<Buffer | null> {
    return value === null ? null : seal(await this.newest(company), place, value);
  }

  /** A digest of a text by which it is found; null stays null. */
  async digest(company: CompanyActor, member: string, text: string | null): Promise<Buffer | null> {
    return text === null ? null : digestOf(await this.newest(company), member, text);
  }

  /**
   * Decrypts values, in their order: null for none, `unreadable` for one that does not open. The keys are
   * asked for once, if at all.
   */
  async openAll(
    company: CompanyActor,
    values: readonly { place: Place; sealed: Buffer | null }[],
  ): Promise<unknown[]> {
    const numbers = new Set(values.flatMap(({ sealed }) => (sealed === null ? [] : [keyNumberOf(sealed)])));
    if (numbers.size === 0) return values.map(() => null);
    const keys = await this.keysFor(company, numbers);
    return values.map(({ place, sealed }) => (sealed === null ? null : this.opened(keys, place, sealed)));
  }

  private opened(keys: ReadonlyMap<number, CompanyKey>, place: Place, sealed: Buffer): unknown {
    const opened = tryToOpen(keys, place, sealed);
    if (opened) return opened.value;
    this.logger.error({ place, keyNumber: keyNumberOf(sealed) }, 'sealed members: a value does not open');
    return unreadable;
  }

  private newest({ companyId }: CompanyActor): Promise<CompanyKey> {
    const { client } = this.transactions.current(companyId);
    return newestKey(client, this.settings.KEY_ENCRYPTION_KEY, companyId);
  }

  private async keysFor(
    { companyId }: CompanyActor,
    numbers: ReadonlySet<number>,
  ): Promise<ReadonlyMap<number, CompanyKey>> {
    const known = this.remembered.get(companyId);
    if (known && [...numbers].every((number) => known.has(number))) return known;
    const { client } = this.transactions.current(companyId);
    const keys = await keysOf(client, this.settings.KEY_ENCRYPTION_KEY, companyId);
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
    this.remembered.set(companyId, keys);
    return keys;
  }
}
