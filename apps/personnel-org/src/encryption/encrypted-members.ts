import { Injectable } from '@nestjs/common';
import { type CompanyActor, CompanyTransactions } from '@safety/persistence';
import { InjectLogger, InjectSettings, type Logger, ProblemError } from '@safety/platform';
import type { EncryptionSettings } from '../config.js';
import { type CompanyKey, demandNotLost, keysOf, LostKey, newestKey, shareKeys } from './company-keys.js';
import { digestOf, encryptValue, keyNumberOf, type Place, tryToDecrypt } from './encrypted-value.js';
import { unreadable } from './unreadable.js';

const MOST_REMEMBERED = 10_000;

/** Encrypts and decrypts members of rows with the keys of their company. */
@Injectable()
export class EncryptedMembers {
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

  /**
   * Announces that a value which does not open is replaced. Throws 503 while its key is lost, or the newest
   * one: the value may be right, and its key alone be missing.
   */
  async beginReplacing(company: CompanyActor, unopened: Buffer | null): Promise<void> {
    await this.newest(company);
    if (unopened === null) return;
    const { client } = this.transactions.current(company.companyId);
    const { KEY_ENCRYPTION_KEY: keys } = this.settings;
    await writable(() => demandNotLost(client, keys, company.companyId, keyNumberOf(unopened)));
  }

  /** Encrypts a value; null stays null. */
  async encrypt(company: CompanyActor, place: Place, value: unknown): Promise<Buffer | null> {
    return value === null ? null : encryptValue(await this.newest(company), place, value);
  }

  /** A digest of a text by which it is found; null stays null. */
  async digest(company: CompanyActor, member: string, text: string | null): Promise<Buffer | null> {
    return text === null ? null : digestOf(await this.newest(company), member, text);
  }

  /**
   * Decrypts values, in their order: null for none, `unreadable` for one that does not open. The keys are
   * asked for once, if at all.
   */
  async decryptAll(
    company: CompanyActor,
    values: readonly { place: Place; encrypted: Buffer | null }[],
  ): Promise<unknown[]> {
    const numbers = new Set(
      values.flatMap(({ encrypted }) => (encrypted === null ? [] : [keyNumberOf(encrypted)])),
    );
    if (numbers.size === 0) return values.map(() => null);
    const keys = await this.keysFor(company, numbers);
    return values.map(({ place, encrypted }) =>
      encrypted === null ? null : this.decrypted(company, keys, place, encrypted),
    );
  }

  private decrypted(
    company: CompanyActor,
    keys: ReadonlyMap<number, CompanyKey>,
    place: Place,
    encrypted: Buffer,
  ): unknown {
    const decrypted = tryToDecrypt(keys, place, encrypted);
    if (decrypted) return decrypted.value;
    const { companyId } = company;
    const of = { companyId, place, keyNumber: keyNumberOf(encrypted) };
    this.logger.error(of, 'encrypted members: a value does not open');
    return unreadable;
  }

  /** Throws 503 when the key is lost: nothing is encrypted with an older one. */
  private newest({ companyId }: CompanyActor): Promise<CompanyKey> {
    const { client } = this.transactions.current(companyId);
    return writable(() => newestKey(client, this.settings.KEY_ENCRYPTION_KEY, companyId));
  }

  private async keysFor(
    { companyId }: CompanyActor,
    numbers: ReadonlySet<number>,
  ): Promise<ReadonlyMap<number, CompanyKey>> {
    const known = this.remembered.get(companyId);
    if (known && [...numbers].every((number) => known.has(number))) return known;
    const { client, afterCommit } = this.transactions.current(companyId);
    const keys = await keysOf(client, this.settings.KEY_ENCRYPTION_KEY, companyId, (keyNumber) =>
      this.logger.error({ companyId, keyNumber }, 'encrypted members: a key of a company does not open'),
    );
    // Not before: a key that this transaction has added is gone once it is rolled back.
    afterCommit.push(() => this.remember(companyId, keys));
    return keys;
  }

  private remember(companyId: string, keys: Map<number, CompanyKey>): void {
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
    this.remembered.set(companyId, keys);
  }
}

/** Throws 503 in place of `LostKey`. */
async function writable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof LostKey)) throw cause;
    throw new ProblemError('unavailable', { detail: 'Sensitive members cannot be written now.', cause });
  }
}
