import { type CompanyContext, mayAnywhere } from '@safety/contracts';

/** Whether the caller may read rows of this service at all: a refusal names them to nobody else. */
export const readsTraining = (company: CompanyContext): boolean => mayAnywhere(company, 'training.read');
