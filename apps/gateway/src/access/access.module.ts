import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { Access } from './access.js';
import { RevocationSnapshots } from './revocation-snapshots.js';
import { Revocations } from './revocations.js';

@Module({
  imports: [AuthGuardModule],
  providers: [Access, Revocations, RevocationSnapshots],
  exports: [Access, Revocations, RevocationSnapshots],
})
export class AccessModule {}
