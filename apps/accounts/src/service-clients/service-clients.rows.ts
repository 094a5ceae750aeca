import { Injectable } from '@nestjs/common';
import { CompanyRows, RowsSource } from '@safety/persistence';
import { ServiceClient } from './service-client.entity.js';
import { serviceClientLists } from './service-client-lists.js';

@Injectable()
export class ServiceClientRows extends CompanyRows<ServiceClient> {
  constructor(source: RowsSource) {
    super(source, ServiceClient, {
      what: 'service client',
      visible: 'to everyone',
      lists: serviceClientLists,
    });
  }
}
