import { z } from 'zod';
import { addressSchema } from '../http/address.js';
import { emailSchema } from '../http/contact.js';
import { idSchema } from '../http/id.js';
import { commaSeparated, listQuery, queryFlag } from '../http/list.js';
import { resource, saved } from '../http/resource.js';
import { line, optional } from '../http/text.js';
import { dateSchema } from '../http/time.js';
import { employmentStatuses, employmentTypes, initialHistorySchema } from './work-history.js';

export const sexes = ['female', 'male', 'other', 'undisclosed'] as const;
export const trainingStatuses = ['compliant', 'expiringSoon', 'nonCompliant', 'notRequired'] as const;

/**
 * Members that are null, and named in `redactedFields`, without `personnel.sensitive` at the person's place.
 */
export const sensitiveMembers = ['dateOfBirth', 'sex', 'address'] as const;

/** Members that the work history in force today (in the company's time zone) determines. */
export const derivedMembers = [
  'orgStructureId',
  'orgStructurePath',
  'jobTitle',
  'employmentType',
  'employmentStatus',
  'fte',
] as const;

const writable = {
  personnelNumber: line(50).describe('Unique in the company, archived people included.'),
  firstName: line(100),
  lastName: line(100),
  middleName: optional(line(100)),
  preferredName: optional(line(100)),
  email: optional(emailSchema).describe('Unique among those who are not archived.'),
  phone: optional(line(50)),
  mobile: optional(line(50)),
  dateOfBirth: optional(dateSchema).describe('Sensitive. Age 13 to 100.'),
  sex: optional(z.enum(sexes)).describe('Sensitive.'),
  address: optional(addressSchema).describe('Sensitive.'),
  hireDate: dateSchema,
  terminationDate: optional(dateSchema).describe(
    'Not before the hire date. Absent: the date of the work history record that says terminated, once in force.',
  ),
  lineManagerId: optional(idSchema).describe('Another active person of the company; no cycles.'),
  userId: optional(idSchema).describe(
    'The login of this person: a user of the company; unique among those who are not archived.',
  ),
};

const managed = 'From the work history in force today; null before the first record takes effect.';

const derived = {
  orgStructureId: idSchema.nullable().describe(managed),
  orgStructurePath: z.string().nullable().describe(managed),
  jobTitle: z.string().nullable().describe(managed),
  employmentType: z.enum(employmentTypes).nullable().describe(managed),
  employmentStatus: z.enum(employmentStatuses).nullable().describe(managed),
  fte: z.number().nullable().describe(managed),
};

const readOnly = {
  displayName: z.string().describe('The preferred name, or else the first name, and the last name.'),
  nextChangeDate: z
    .string()
    .nullable()
    .describe('The earliest date in the future on which the work history changes.'),
  trainingStatus: z
    .enum(trainingStatuses)
    .describe('notRequired for everybody until training requirements are part of this API.'),
  redactedFields: z.array(z.string()).describe('Members that were withheld, as JSON pointers.'),
};

export const personnelSchema = resource('Personnel', writable, { ...derived, ...readOnly });
export type Personnel = z.input<typeof personnelSchema>;

// Kept by the schema, unlike other read-only members: another value than the current one is refused.
const unchanged = z.unknown().optional().meta({ readOnly: true });
const managedByHistory = Object.fromEntries(derivedMembers.map((member) => [member, unchanged])) as Record<
  (typeof derivedMembers)[number],
  typeof unchanged
>;

export const savePersonnelSchema = saved('SavePersonnel', { ...writable, ...managedByHistory }, readOnly);
export type SavePersonnel = z.infer<typeof savePersonnelSchema>;

export const addPersonnelSchema = saved(
  'AddPersonnel',
  {
    ...writable,
    personnelNumber: writable.personnelNumber
      .optional()
      .describe('Absent: the next free one, for example P-000123.'),
    initialHistory: initialHistorySchema,
  },
  { ...derived, ...readOnly },
);
export type AddPersonnel = z.infer<typeof addPersonnelSchema>;

export const listPersonnelSchema = listQuery({
  sort: ['lastName', 'personnelNumber', 'hireDate'],
  defaultSort: 'lastName',
  filters: {
    orgStructureId: commaSeparated(idSchema).optional(),
    includeDescendants: queryFlag
      .default(true)
      .describe('Whether orgStructureId means the places below it too.'),
    lineManagerId: commaSeparated(idSchema).optional(),
    employmentStatus: commaSeparated(z.enum(employmentStatuses)).optional(),
    employmentType: commaSeparated(z.enum(employmentTypes)).optional(),
    jobTitle: line(150).optional().describe('Exact.'),
    hiredFrom: dateSchema.optional().describe('Hired on this date or later.'),
    hiredTo: dateSchema.optional().describe('Hired before this date.'),
    hasUser: queryFlag.optional().describe('Whether the person has a login.'),
  },
});
export type ListPersonnel = z.infer<typeof listPersonnelSchema>;
