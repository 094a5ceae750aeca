import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ClientChange } from './client-change.js';
import { ClientKeepers } from './client-keepers.js';
import { ClientRegistry } from './client-registry.js';
import { ClientSecrets } from './client-secrets.js';
import { Clients } from './clients.js';
import { DeletedClients } from './deleted-clients.js';
import { SecretUse } from './secret-use.js';
import { SuspendedCompanies } from './suspended-companies.js';

@Module({
  imports: [SessionsModule],
  providers: [
    ClientChange,
    ClientKeepers,
    ClientRegistry,
    Clients,
    ClientSecrets,
    DeletedClients,
    SecretUse,
    SuspendedCompanies,
  ],
  exports: [
    ClientKeepers,
    ClientRegistry,
    Clients,
    ClientSecrets,
    DeletedClients,
    SecretUse,
    SuspendedCompanies,
  ],
})
export class ClientsModule {}
