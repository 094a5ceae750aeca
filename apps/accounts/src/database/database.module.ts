import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { demandWalls } from './demand-walls.js';
import { UserTransactions } from './user-transactions.js';

/** Nothing asks for it: it stops the start. */
const WALLS = Symbol('walls');

@Global()
@Module({
  providers: [UserTransactions, { provide: WALLS, inject: [DataSource], useFactory: demandWalls }],
  exports: [UserTransactions],
})
export class DatabaseModule {}
