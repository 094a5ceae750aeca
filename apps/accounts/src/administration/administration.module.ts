import { Module } from '@nestjs/common';
import { RecordedWrites } from '../audit/recorded-writes.js';
import { CompanySettingsRows } from '../company/company.rows.js';
import { Acceptances } from '../memberships/acceptances.js';
import { UserMessages } from '../memberships/user-messages.js';
import { UserPublishingJob } from '../memberships/user-publishing-job.js';
import { UsersToPublish } from '../memberships/users-to-publish.js';
import { RoleAssignmentRows } from '../role-assignments/role-assignments.rows.js';
import { RoleRows } from '../roles/roles.rows.js';
import { ServiceClientRows } from '../service-clients/service-clients.rows.js';
import { CompanyUserRows } from '../users/company-users.rows.js';
import { Administration } from './administration.js';
import { Giving } from './giving.js';

const shared = [
  Acceptances,
  Administration,
  CompanySettingsRows,
  CompanyUserRows,
  Giving,
  RecordedWrites,
  RoleAssignmentRows,
  RoleRows,
  ServiceClientRows,
  UserMessages,
  UsersToPublish,
];

/** The rows of a company's users, roles and settings, and the rules that bind every change of them. */
@Module({ providers: [...shared, UserPublishingJob], exports: shared })
export class AdministrationModule {}
