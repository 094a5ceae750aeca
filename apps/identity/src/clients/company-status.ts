/** SQL that holds unless the company is suspended; the argument is SQL, and may be null. */
export const isNotSuspended = (companyId: string): string =>
  `NOT EXISTS (SELECT FROM suspended_companies AS s WHERE s.company_id = ${companyId} AND s.suspended)`;
