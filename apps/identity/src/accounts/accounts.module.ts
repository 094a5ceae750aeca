import { Module } from '@nestjs/common';
import { Accounts } from './accounts.js';
import { Passwords } from './passwords.js';

@Module({ providers: [Accounts, Passwords], exports: [Accounts] })
export class AccountsModule {}
