import { Module } from '@nestjs/common';
import { SealedMembers } from './sealed-members.js';
import { SensitiveReads } from './sensitive-reads.js';

/** Sensitive members: encrypted with the keys of their company, and never read without a record. */
@Module({ providers: [SealedMembers, SensitiveReads], exports: [SealedMembers, SensitiveReads] })
export class EncryptionModule {}
