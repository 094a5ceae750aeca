import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnBroadcast } from '@safety/bus';
import { type ClientChanged, clientChanged } from '@safety/contracts';
import { Clients } from '../clients/clients.js';

/** Every process forgets at once what it knows about a client that has changed. */
@Controller()
export class ClientChangedSubscription {
  constructor(private readonly clients: Clients) {}

  @OnBroadcast(clientChanged)
  forget(@Payload() { clientId }: ClientChanged): void {
    this.clients.forget(clientId);
  }
}
