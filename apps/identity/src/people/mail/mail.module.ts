import { Module } from '@nestjs/common';
import { PasswordLinksModule } from '../password-links/password-links.module.js';
import { DemoMailboxController } from './demo-mailbox.controller.js';
import { Mailer } from './mailer.js';
import { OutgoingMails } from './outgoing-mails.js';

@Module({
  imports: [PasswordLinksModule],
  controllers: [DemoMailboxController],
  providers: [Mailer, OutgoingMails],
  exports: [Mailer, OutgoingMails],
})
export class MailModule {}
