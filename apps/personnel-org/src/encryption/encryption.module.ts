import { Global, Module } from '@nestjs/common';
import { ReplayedAnswers } from '@safety/persistence';
import { SETTINGS } from '@safety/platform';
import { DataSource } from 'typeorm';
import type { EncryptionSettings } from '../config.js';
import { demandOneOf } from './company-keys.js';
import { EncryptedMembers } from './encrypted-members.js';
import { SensitiveReads } from './sensitive-reads.js';
import { SensitiveReplays } from './sensitive-replays.js';

/** Resolves once the setting is known to open keys, before anything is encrypted. */
const KNOWN_KEYS = Symbol('KNOWN_KEYS');

async function demandKnownKeys(
  dataSource: DataSource,
  { KEY_ENCRYPTION_KEY }: EncryptionSettings,
): Promise<void> {
  try {
    await demandOneOf(dataSource, KEY_ENCRYPTION_KEY);
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/**
 * Sensitive members: encrypted with the keys of their company, and never read without a record. Global, so
 * that persistence finds who is to learn of answers that are given again.
 */
@Global()
@Module({
  providers: [
    { provide: KNOWN_KEYS, inject: [DataSource, SETTINGS], useFactory: demandKnownKeys },
    EncryptedMembers,
    SensitiveReads,
    { provide: ReplayedAnswers, useClass: SensitiveReplays },
  ],
  exports: [EncryptedMembers, SensitiveReads, ReplayedAnswers],
})
export class EncryptionModule {}
