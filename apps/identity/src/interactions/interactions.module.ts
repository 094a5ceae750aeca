import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { MailModule } from '../mail/mail.module.js';
import { ForgottenPasswordController } from '../password-links/forgotten-password.controller.js';
import { NewPasswordController } from '../password-links/new-password.controller.js';
import { PasswordLinksModule } from '../password-links/password-links.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { ConsentController } from './consent.controller.js';
import { SignInController } from './sign-in.controller.js';

/** The pages of people who are not signed in. */
@Module({
  imports: [AccountsModule, ClientsModule, MailModule, PasswordLinksModule, ProviderModule, ThrottlingModule],
  controllers: [SignInController, ConsentController, ForgottenPasswordController, NewPasswordController],
})
export class InteractionsModule {}
