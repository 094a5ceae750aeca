import { Global, Module } from '@nestjs/common';
import { PersistenceModule } from '@safety/persistence';
import { Database } from './database.js';
import { ExpiredRows } from './expired-rows.js';

@Global()
@Module({
  imports: [PersistenceModule.withoutCompanies({ first: 'CreateKeys1700000001001', entities: [] })],
  providers: [Database, ExpiredRows],
  exports: [Database],
})
export class DatabaseModule {}
