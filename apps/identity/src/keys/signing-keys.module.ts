import { Module } from '@nestjs/common';
import { KeyEncryption } from './key-encryption.js';
import { KeyRotation } from './key-rotation.js';
import { SigningKeys } from './signing-keys.js';
import { StoredKeys } from './stored-keys.js';

@Module({
  providers: [KeyEncryption, KeyRotation, SigningKeys, StoredKeys],
  exports: [KeyRotation, SigningKeys],
})
export class SigningKeysModule {}
