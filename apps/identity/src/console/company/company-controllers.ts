import { ChangesController } from './changes/changes.controller.js';
import { CompaniesController } from './companies/companies.controller.js';
import { InvitationController } from './companies/invitation.controller.js';
import { OverviewController } from './companies/overview.controller.js';
import { RolesController } from './roles/roles.controller.js';
import { ClientRolesController } from './service-clients/client-roles.controller.js';
import { ServiceClientsController } from './service-clients/service-clients.controller.js';
import { SettingsController } from './settings/settings.controller.js';
import { UserChangesController } from './users/user-changes.controller.js';
import { UserRolesController } from './users/user-roles.controller.js';
import { CompanyUsersController } from './users/users.controller.js';

/** The pages of companies. */
export const companyControllers = [
  CompaniesController,
  InvitationController,
  OverviewController,
  CompanyUsersController,
  UserChangesController,
  UserRolesController,
  RolesController,
  ServiceClientsController,
  ClientRolesController,
  SettingsController,
  ChangesController,
];
