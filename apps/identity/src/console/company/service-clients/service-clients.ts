import type { serviceClientSchema } from '@safety/contracts';
import type { z } from 'zod';
import type { CompanyVisit } from '../visit/company-visit.js';

export type ServiceClient = z.output<typeof serviceClientSchema>;

export const clientOf = ({ accounts }: CompanyVisit, id: string): Promise<ServiceClient> =>
  accounts.get(`/serviceclients/${encodeURIComponent(id)}`);
