import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { RoleAssignmentsModule } from '../role-assignments/role-assignments.module.js';
import { ServiceClientViews } from './service-client-views.js';
import { ServiceClientsController } from './service-clients.controller.js';
import { ServiceClientsService } from './service-clients.service.js';

@Module({
  imports: [AdministrationModule, RoleAssignmentsModule],
  controllers: [ServiceClientsController],
  providers: [ServiceClientsService, ServiceClientViews],
})
export class ServiceClientsModule {}
