import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { EmailLinksModule } from './email-change/email-links.module.js';
import { MailModule } from './mail/mail.module.js';
import { OperatorLinks } from './password-links/operator-links.js';
import { PasswordLinksModule } from './password-links/password-links.module.js';
import { PasswordChange } from './passwords/password-change.js';
import { PasswordPolicy } from './passwords/password-policy.js';
import { Passwords } from './passwords/passwords.js';
import { StoredPassword } from './passwords/stored-password.js';
import { Accounts } from './users/accounts.js';
import { Authentication } from './users/authentication.js';
import { BegunSignIns } from './users/begun-sign-ins.js';
import { EnteredPasswords } from './users/entered-passwords.js';
import { KnownDevices } from './users/known-devices.js';
import { UserUnlock } from './users/user-unlock.js';

@Module({
  imports: [EmailLinksModule, MailModule, PasswordLinksModule, SessionsModule, ThrottlingModule],
  providers: [
    Accounts,
    Authentication,
    BegunSignIns,
    EnteredPasswords,
    KnownDevices,
    OperatorLinks,
    PasswordChange,
    PasswordPolicy,
    Passwords,
    StoredPassword,
    UserUnlock,
  ],
  exports: [
    Accounts,
    Authentication,
    BegunSignIns,
    EnteredPasswords,
    KnownDevices,
    OperatorLinks,
    PasswordChange,
    UserUnlock,
  ],
})
export class PeopleModule {}
