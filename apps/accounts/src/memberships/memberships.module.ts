import { Global, Module } from '@nestjs/common';
import { OWN_MEMBERSHIPS } from '@safety/auth-guard';
import { AdministrationModule } from '../administration/administration.module.js';
import { MembershipsController } from './memberships.controller.js';
import { MembershipsService } from './memberships.service.js';

/** The guard of this service asks its own database for memberships. */
@Global()
@Module({
  imports: [AdministrationModule],
  controllers: [MembershipsController],
  providers: [MembershipsService, { provide: OWN_MEMBERSHIPS, useExisting: MembershipsService }],
  exports: [OWN_MEMBERSHIPS],
})
export class MembershipsModule {}
