import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { SignInController } from './sign-in.controller.js';

@Module({ imports: [AccountsModule, ClientsModule, ProviderModule], controllers: [SignInController] })
export class InteractionsModule {}
