import { Injectable } from '@nestjs/common';
import { CompanyTransactions } from '@safety/persistence';
import { InjectSettings } from '@safety/platform';
import { DataSource } from 'typeorm';
import { NIL as FIRST_ID } from 'uuid';
import type { EncryptionSettings } from '../config.js';
import { addKey, type CompanyKey, giveUp, keysOf, lockKeys, newestKey, wrapAnew } from './company-keys.js';
import type { Place } from './encrypted-value.js';
import {
  type BatchOf,
  type EncryptedTable,
  otherTables,
  payrolls,
  type ReencryptedBatch,
  reencryptBatch,
} from './re-encryption.js';

const BATCH = 500;

/** The number of the new key of a company, and the values that did not open and stay as they are. */
export interface Rotation {
  key: number;
  unreadable: Place[];
}

/**
 * Replaces the keys of companies, and what wraps them. Versions of rows stay: nothing of what they say
 * changes.
 */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly dataSource: DataSource,
    @InjectSettings() private readonly settings: EncryptionSettings,
  ) {}

  /** The companies that have a key. */
  async companies(): Promise<string[]> {
    // on many nodes: each is asked for its companies
    const rows: { id: string }[] = await this.dataSource.query(
      'SELECT DISTINCT company_id AS id FROM company_keys ORDER BY 1',
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Gives a company a new key, and encrypts with it all that is encrypted. The key before it stays for those
   * who read meanwhile; older ones go, unless a value did not open.
   * @param replacesLost also where the newest key is lost, and gives up all that are; else the newest one is
   *   thrown as `LostKey`, since the setting may be wrong
   */
  async rotate(companyId: string, replacesLost: boolean): Promise<Rotation | undefined> {
    const begun = await this.begin(companyId, replacesLost);
    if (!begun) return undefined;
    const { key, unreadable } = begun;
    for (const table of otherTables) unreadable.push(...(await this.reencryptAll(companyId, key, table)));
    if (unreadable.length === 0) await this.dropBefore(companyId, key - 1);
    return begun;
  }

  /**
   * Adds the key and encrypts payrolls with it, in one transaction: payroll numbers are unique by digests of
   * one key. Writers ask for the key before any row, and wait here; nobody else locks payrolls. So this may
   * wait for rows with the lock in its hands.
   */
  private begin(companyId: string, replacesLost: boolean): Promise<Rotation | undefined> {
    const { KEY_ENCRYPTION_KEY: deploymentKeys } = this.settings;
    return this.transactions.asSystem(companyId, async () => {
      const { client } = this.transactions.current(companyId);
      await client.query('SET LOCAL transaction_timeout = 0');
      await lockKeys(client, companyId);
      const lost: number[] = [];
      const opened = await keysOf(client, deploymentKeys, companyId, (number) => lost.push(number));
      const newest = Math.max(0, ...opened.keys(), ...lost);
      if (newest === 0) return undefined;
      if (replacesLost) await giveUp(client, companyId, lost);
      else await newestKey(client, deploymentKeys, companyId);
      const key = newest + 1;
      await addKey(client, deploymentKeys, companyId, key);
      const unreadable: Place[] = [];
      for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
        const of = { after, without: [], limit: BATCH, skipsLocked: false };
        const batch: ReencryptedBatch = await this.reencrypt(companyId, key, payrolls, of);
        unreadable.push(...batch.unreadable);
        after = batch.ids.at(-1);
      }
      return { key, unreadable };
    });
  }

  /**
   * Encrypts a table in transactions of their own, until no row has an older key. A batch never waits for a
   * row while it holds others, and so for nobody who waits for those.
   */
  private async reencryptAll(companyId: string, key: number, table: EncryptedTable): Promise<Place[]> {
    const unreadable: Place[] = [];
    const next = (of: Omit<BatchOf, 'without'>) =>
      this.transactions.asSystem(companyId, async () => {
        const without = [...new Set(unreadable.map(({ id }) => id))];
        const batch = await this.reencrypt(companyId, key, table, { ...of, without });
        unreadable.push(...batch.unreadable);
        return batch.ids.at(-1);
      });
    for (let after: string | undefined = FIRST_ID; after !== undefined; )
      after = await next({ after, limit: BATCH, skipsLocked: true });
    while (await next({ after: FIRST_ID, limit: 1, skipsLocked: false }));
    return unreadable;
  }

  private async reencrypt(
    companyId: string,
    number: number,
    table: EncryptedTable,
    of: BatchOf,
  ): Promise<ReencryptedBatch> {
    const { client } = this.transactions.current(companyId);
    const keys = await keysOf(client, this.settings.KEY_ENCRYPTION_KEY, companyId);
    return reencryptBatch(client, keys, keyOf(keys, number), table, of);
  }

  private dropBefore(companyId: string, number: number): Promise<unknown> {
    return this.transactions.asSystem(companyId, () => {
      const text = 'DELETE FROM company_keys WHERE company_id = $1 AND number < $2';
      return this.transactions.current(companyId).client.query(text, [companyId, number]);
    });
  }

  /**
   * Wraps the keys of a company with the first key of the deployment. Resolves with how many had another one,
   * and with the numbers of those that do not open.
   */
  wrapAnew(companyId: string): ReturnType<typeof wrapAnew> {
    return this.transactions.asSystem(companyId, () => {
      const { client } = this.transactions.current(companyId);
      return wrapAnew(client, this.settings.KEY_ENCRYPTION_KEY, companyId);
    });
  }
}

function keyOf(keys: ReadonlyMap<number, CompanyKey>, number: number): CompanyKey {
  const key = keys.get(number);
  // Two later rotations have ended meanwhile: they have encrypted all that was left.
  if (!key) throw new Error(`Key ${number} is gone: the keys of the company were rotated further meanwhile`);
  return key;
}
