import type { serviceClientStatuses } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/**
 * A client of the company, as identity publishes it; the id is its `client_id`. Archived once it is deleted.
 */
@Entity('service_clients')
export class ServiceClient extends CompanyRecord {
  @Column('text') name!: string;
  @Column('text') status!: (typeof serviceClientStatuses)[number];
  @Column('boolean') actsForItself!: boolean;
}
