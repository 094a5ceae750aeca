const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a millisecond; a company needs one of them for each row. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', { timeZone });
  formats.set(timeZone, made);
  return made;
}

/** The calendar day `YYYY-MM-DD` that it is in a time zone at an instant. */
export const dayIn = (timeZone: string, instant: Date): string => formatOf(timeZone).format(instant);
