import { Module } from '@nestjs/common';
import { KeyEncryption } from './key-encryption.js';
import { SigningKeys } from './signing-keys.js';

@Module({ providers: [KeyEncryption, SigningKeys], exports: [SigningKeys] })
export class SigningKeysModule {}
