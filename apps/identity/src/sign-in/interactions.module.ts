import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { MailModule } from '../people/mail/mail.module.js';
import { ForgottenPasswordController } from '../people/password-links/forgotten-password.controller.js';
import { NewPasswordController } from '../people/password-links/new-password.controller.js';
import { PasswordLinksModule } from '../people/password-links/password-links.module.js';
import { PeopleModule } from '../people/people.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { ConsentController } from './consent.controller.js';
import { SignInController } from './sign-in.controller.js';

/** The pages of people who are not signed in. */
@Module({
  imports: [PeopleModule, ClientsModule, MailModule, PasswordLinksModule, ProviderModule, ThrottlingModule],
  controllers: [SignInController, ConsentController, ForgottenPasswordController, NewPasswordController],
})
export class InteractionsModule {}
