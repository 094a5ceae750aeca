/** The path of the work history of a person, or of the record of a date. */
export const historyOf = (person: { id: string }, date?: string): string =>
  `/personnel/${person.id}/history${date === undefined ? '' : `?date=${date}`}`;

/** The body of a record of work history. */
export const historyRecord = (place: { id: string }, effectiveDate: string, changes: object = {}) => ({
  effectiveDate,
  orgStructureId: place.id,
  jobTitle: 'Driver',
  employmentType: 'fullTime',
  employmentStatus: 'active',
  ...changes,
});
