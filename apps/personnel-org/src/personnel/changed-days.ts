/** A record of work history, as far as the days that it is in force depend on it. */
export interface DatedPlace {
  id: string;
  version: number;
  effectiveDate: string;
  orgStructureId: string;
}

/**
 * The org structures of the days that a write has changed, before and after it. Both lists are in the order
 * of dates. Deleting a record changes its days, which become those of the record before.
 */
export function placesOfChangedDays(before: readonly DatedPlace[], after: readonly DatedPlace[]): string[] {
  const places = new Set<string>();
  for (const { effectiveDate } of [...before, ...after]) {
    const [was, is] = [inForce(before, effectiveDate), inForce(after, effectiveDate)];
    if (was?.id === is?.id && was?.version === is?.version) continue;
    for (const record of [was, is]) if (record) places.add(record.orgStructureId);
  }
  return [...places];
}

const inForce = (records: readonly DatedPlace[], date: string): DatedPlace | undefined =>
  records.findLast(({ effectiveDate }) => effectiveDate <= date);
