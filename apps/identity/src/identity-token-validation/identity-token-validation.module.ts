import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { SigningKeysModule } from '../keys/signing-keys.module.js';
import { IdTokenVerifier } from './id-token-verifier.js';
import { IdentityTokenValidationController } from './identity-token-validation.controller.js';

@Module({
  imports: [ClientsModule, SigningKeysModule],
  controllers: [IdentityTokenValidationController],
  providers: [IdTokenVerifier],
})
export class IdentityTokenValidationModule {}
