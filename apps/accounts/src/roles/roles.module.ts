import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { RolesController } from './roles.controller.js';
import { RolesService } from './roles.service.js';

@Module({ imports: [AdministrationModule], controllers: [RolesController], providers: [RolesService] })
export class RolesModule {}
