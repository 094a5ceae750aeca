import type { companyUserSchema } from '@safety/contracts';
import type { z } from 'zod';
import type { CompanyVisit } from '../visit/company-visit.js';

export type CompanyUser = z.output<typeof companyUserSchema>;
export type Assignment = CompanyUser['assignments'][number];

export const userOf = ({ accounts }: CompanyVisit, id: string): Promise<CompanyUser> =>
  accounts.get(`/users/${encodeURIComponent(id)}`);
