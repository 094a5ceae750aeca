import { companyFields, idList, idSchema, line, personNames, signInEmailSchema } from '@safety/contracts';
import { bodyProblem } from '@safety/platform';
import { z } from 'zod';

const { name, legalName, countryCode, timeZone, defaultLocale } = companyFields;

/** A company as an operator adds it. */
export const newCompanySchema = z.strictObject({
  name,
  legalName,
  country: countryCode,
  timeZone,
  locale: defaultLocale,
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

const person = { email: signInEmailSchema, ...personNames };

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
