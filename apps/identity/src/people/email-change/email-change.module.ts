import { Module } from '@nestjs/common';
import { ThrottlingModule } from '../../throttling/throttling.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasswordLinksModule } from '../password-links/password-links.module.js';
import { PeopleModule } from '../people.module.js';
import { EmailChanges } from './email-changes.js';
import { EmailLinksModule } from './email-links.module.js';
import { NewEmailController } from './new-email.controller.js';

@Module({
  imports: [EmailLinksModule, MailModule, PasswordLinksModule, PeopleModule, ThrottlingModule],
  controllers: [NewEmailController],
  providers: [EmailChanges],
  exports: [EmailChanges],
})
export class EmailChangeModule {}
