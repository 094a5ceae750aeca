import { Module } from '@nestjs/common';
import { MissedChangesController } from './missed-changes.controller.js';
import { MissedChangesService } from './missed-changes.service.js';

@Module({ controllers: [MissedChangesController], providers: [MissedChangesService] })
export class MissedChangesModule {}
