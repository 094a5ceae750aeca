import type { ListDeclaration } from '@safety/persistence';
import type { ServiceClient } from './service-client.entity.js';

export const serviceClientLists = {
  table: 'service_clients',
  defaultSort: 'name',
  sorts: ['name', 'createdAt'],
  filters: ['status'],
  search: ['name'],
} satisfies ListDeclaration<keyof ServiceClient>;
