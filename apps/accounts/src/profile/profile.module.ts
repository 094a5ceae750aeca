import { Module } from '@nestjs/common';
import { RecordedWrites } from '../audit/recorded-writes.js';
import { UserMessages } from '../memberships/user-messages.js';
import { DueOwnCompanies } from './due-own-companies.js';
import { DueOwnCompaniesJob } from './due-own-companies-job.js';
import { EmailChanges } from './email-changes.js';
import { OwnCompanies } from './own-companies.js';
import { ProfileController } from './profile.controller.js';
import { ProfileService } from './profile.service.js';

@Module({
  controllers: [ProfileController],
  providers: [
    DueOwnCompanies,
    DueOwnCompaniesJob,
    EmailChanges,
    OwnCompanies,
    ProfileService,
    RecordedWrites,
    UserMessages,
  ],
  exports: [EmailChanges],
})
export class ProfileModule {}
