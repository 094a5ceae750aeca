import { Module } from '@nestjs/common';
import { MembershipsController } from './memberships.controller.js';
import { MembershipsService } from './memberships.service.js';

@Module({ controllers: [MembershipsController], providers: [MembershipsService] })
export class MembershipsModule {}
