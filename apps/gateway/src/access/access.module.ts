import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { ApiAccess } from './access.js';
import { RevocationSnapshots } from './revocation-snapshots.js';
import { Revocations } from './revocations.js';

@Module({
  imports: [AuthGuardModule],
  providers: [ApiAccess, Revocations, RevocationSnapshots],
  exports: [ApiAccess, Revocations, RevocationSnapshots],
})
export class AccessModule {}
