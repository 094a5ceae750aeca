import { idList, idSchema, line } from '@safety/contracts';
import { bodyProblem } from '@safety/platform';
import { z } from 'zod';

/** Whether `Intl` takes a value; it throws a `RangeError` for what it does not know. */
const known = (take: (value: string) => unknown) => (value: string) => {
  try {
    take(value);
    return true;
  } catch {
    return false;
  }
};

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A company as an operator adds it. */
export const newCompanySchema = z.strictObject({
  name: line(200),
  legalName: line(200).nullable().default(null),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'Must be two capital letters (ISO 3166-1).', abort: true })
    .refine((code) => regions.of(code) !== undefined, { error: 'Is no country (ISO 3166-1).' }),
  timeZone: z.string().refine(
    known((timeZone) => new Intl.DateTimeFormat('en', { timeZone })),
    { error: 'Is no IANA time zone, such as Europe/Dublin.' },
  ),
  locale: z
    .string()
    .min(2)
    .refine(known(Intl.getCanonicalLocales), { error: 'Is no language tag (BCP 47), such as en.' })
    .default('en'),
});
export type NewCompany = z.input<typeof newCompanySchema>;

const places = idList(100).default([]);

/**
 * Roles in a company, by their names there, and the places that they count at and below; none means
 * everywhere.
 */
export const heldRolesSchema = z.strictObject({
  company: idSchema,
  roles: z.array(line(100)).min(1, 'Must name a role.').max(20),
  places,
});
export type HeldRoles = z.input<typeof heldRolesSchema>;

const person = {
  email: z
    .string()
    .transform((email) => email.trim().normalize('NFKC'))
    .pipe(z.email('Must be an e-mail address.').max(254)),
  givenName: line(100),
  familyName: line(100),
};

/** The fields of a user that an operator may change; a field that is left out stays as it is. */
export const changedUserSchema = z.strictObject(person).partial();
export type ChangedUser = z.input<typeof changedUserSchema>;

/** A user as an operator adds one, with the first membership. */
export const newUserSchema = heldRolesSchema.extend(person);
export type NewUser = z.input<typeof newUserSchema>;

/** The parsed value. Throws 422 with a pointer for each wrong field. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw bodyProblem(result.error.issues, value);
  return result.data;
}
