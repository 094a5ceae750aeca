import { Module } from '@nestjs/common';
import { OutboxModule } from '@safety/bus/outbox';
import { PersistenceModule } from '@safety/persistence';
import { KeyRotation } from '../encryption/key-rotation.js';

/** The commands of operators for keys; the service that answers requests has none of them. */
@Module({
  imports: [PersistenceModule.forCompanies({ entities: [] }), OutboxModule.forCompanies('personnel-org')],
  providers: [KeyRotation],
})
export class CliModule {}
