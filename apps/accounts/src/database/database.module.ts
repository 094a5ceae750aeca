import { Global, Module } from '@nestjs/common';
import { UserTransactions } from './user-transactions.js';

@Global()
@Module({ providers: [UserTransactions], exports: [UserTransactions] })
export class DatabaseModule {}
