import { Module } from '@nestjs/common';
import { EmailLinksModule } from '../email-change/email-links.module.js';
import { PasswordLinksModule } from '../password-links/password-links.module.js';
import { DemoMailboxController } from './demo-mailbox.controller.js';
import { MailLanguages } from './mail-languages.js';
import { MailLetters } from './mail-letters.js';
import { MailQueue } from './mail-queue.js';
import { Mailer } from './mailer.js';
import { OutgoingMails } from './outgoing-mails.js';

@Module({
  imports: [EmailLinksModule, PasswordLinksModule],
  controllers: [DemoMailboxController],
  providers: [MailLanguages, MailLetters, MailQueue, Mailer, OutgoingMails],
  exports: [MailLanguages, MailQueue, Mailer, OutgoingMails],
})
export class MailModule {}
