/** The columns that every row of a resource has, of a row that the system itself adds. */
export const recordOf = (companyId: string, id: string) => ({
  company_id: companyId,
  id,
  version: 1,
  created_at: 'now',
  modified_at: 'now',
  custom_fields: {},
});
