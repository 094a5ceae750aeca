import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { PasswordLinksModule } from '../password-links/password-links.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { Accounts } from './accounts.js';
import { Authentication } from './authentication.js';
import { KnownDevices } from './known-devices.js';
import { PasswordChange } from './password-change.js';
import { PasswordPolicy } from './password-policy.js';
import { Passwords } from './passwords.js';
import { StoredPassword } from './stored-password.js';
import { UserUnlock } from './user-unlock.js';

@Module({
  imports: [MailModule, PasswordLinksModule, SessionsModule, ThrottlingModule],
  providers: [
    Accounts,
    Authentication,
    KnownDevices,
    PasswordChange,
    PasswordPolicy,
    Passwords,
    StoredPassword,
    UserUnlock,
  ],
  exports: [Accounts, Authentication, KnownDevices, PasswordChange, UserUnlock],
})
export class AccountsModule {}
