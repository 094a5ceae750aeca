import { Global, Module } from '@nestjs/common';
import { ReplayedAnswers } from '@safety/persistence';
import { EncryptedMembers } from './encrypted-members.js';
import { SensitiveReads } from './sensitive-reads.js';
import { SensitiveReplays } from './sensitive-replays.js';

/**
 * Sensitive members: encrypted with the keys of their company, and never read without a record. Global, so
 * that persistence finds who is to learn of answers that are given again.
 */
@Global()
@Module({
  providers: [EncryptedMembers, SensitiveReads, { provide: ReplayedAnswers, useClass: SensitiveReplays }],
  exports: [EncryptedMembers, SensitiveReads, ReplayedAnswers],
})
export class EncryptionModule {}
