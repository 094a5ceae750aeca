import { Module } from '@nestjs/common';
import { CompanyUsers } from './company-users.js';

/** What accounts owns and this service only reads. */
@Module({ providers: [CompanyUsers], exports: [CompanyUsers] })
export class CompanyUsersModule {}
