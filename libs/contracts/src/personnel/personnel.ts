import { z } from 'zod';
import { addressSchema } from '../http/address.js';
import { emailSchema, SHORT_LOCAL_PART } from '../http/contact.js';
import { idSchema } from '../http/id.js';
import { commaSeparated, fieldsQuery, idsQuery, listQuery, placeQuery, queryFlag } from '../http/list.js';
import {
  type ChangePage,
  changeOperations,
  listChangesSchema,
  recordedChangeSchema,
  recordedChangesSchema,
} from '../http/recorded-change.js';
import { readOnlyMembers, resource, saved } from '../http/resource.js';
import { line, optional } from '../http/text.js';
import { dateSchema, timestampSchema } from '../http/time.js';
import { emergencyContactSchema } from './emergency-contact.js';
import { payrollSchema } from './payroll.js';
import { redactedFields } from './redacted-fields.js';
import {
  employmentStatuses,
  employmentTypes,
  initialHistorySchema,
  workHistorySchema,
} from './work-history.js';

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
  personnelNumber: line(50).describe('Unique in the company, archived people included, whatever its case.'),
  firstName: line(100),
  lastName: line(100),
  middleName: optional(line(100)),
  preferredName: optional(line(100)),
  email: optional(emailSchema).describe(
    `Unique among those who are not archived, whatever its case. ${SHORT_LOCAL_PART}`,
  ),
  phone: optional(line(50)),
  mobile: optional(line(50)),
  dateOfBirth: optional(dateSchema).describe('Sensitive. Age 13 to 100.'),
  sex: optional(z.enum(sexes)).describe('Sensitive.'),
  address: optional(addressSchema).describe('Sensitive.'),
  hireDate: dateSchema.describe(
    'At most two years from today. Another one takes the first record of work history along, with ' +
      '`personnel.write` at the place of that.',
  ),
  terminationDate: optional(dateSchema).describe(
    'Not before the hire date. It ends nothing: a record of work history that says terminated does. Absent: the ' +
      'date of that record, once in force. Null again once a later record says otherwise.',
  ),
  lineManagerId: optional(idSchema).describe('Another active person of the company; no cycles.'),
  userId: optional(idSchema).describe(
    'The login of this person: a user of the company; unique among those who are not archived. To give or take ' +
      'off your own takes `personnel.write` everywhere.',
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
    .meta({ format: 'date' })
    .nullable()
    .describe(
      'The earliest date in the future on which the work history changes. A write of the history that changes ' +
        'nothing else of the person moves `modifiedAt`, for polls, and leaves `version` as it is.',
    ),
  trainingStatus: z
    .enum(trainingStatuses)
    .nullable()
    .describe(
      'By the training that is required of the person on the day of the answer, as training tells it. Null on days ' +
        'before the last time at which it changed: unknown, and found by no filter.',
    ),
  ...redactedFields,
};

export const personnelSchema = resource('Personnel', writable, { ...derived, ...readOnly });
export type Personnel = z.input<typeof personnelSchema>;

// Kept by the schema, unlike other read-only members: another value than the current one is refused.
const managedByHistory = readOnlyMembers(derivedMembers);

/** The parts that `include` adds to one person. */
export const personnelIncludes = ['emergencyContacts', 'payroll', 'history', 'training'] as const;
export type PersonnelInclude = (typeof personnelIncludes)[number];

const asked = 'Only with `include`; null and named in `redactedFields` without `personnel.sensitive`.';

const included = {
  emergencyContacts: z.array(emergencyContactSchema).nullable().optional().describe(asked),
  payroll: payrollSchema.nullable().optional().describe(asked),
  history: z
    .array(workHistorySchema)
    .optional()
    .describe('Only with `include`: the newest 200 records, the newest first.'),
  training: z
    .object({
      steps: z.array(
        z.object({ from: z.string().meta({ format: 'date' }), status: z.enum(trainingStatuses) }),
      ),
    })
    .optional()
    .describe(
      'Only with `include`: the training status from each of these days on. The courses are at ' +
        '`GET /training?personnelId=`.',
    ),
};

export const personnelDetailsSchema = personnelSchema.extend(included).meta({ id: 'PersonnelDetails' });
export type PersonnelDetails = z.input<typeof personnelDetailsSchema>;

const asOf = dateSchema
  .optional()
  .describe('What the work history said or is going to say on this date, in place of today.');

/** The query of `GET /personnel/{id}`. */
export const getPersonnelSchema = z.strictObject({
  asOf,
  include: commaSeparated(z.enum(personnelIncludes)).optional(),
  fields: fieldsQuery,
});
export type GetPersonnel = z.infer<typeof getPersonnelSchema>;

export const auditKinds = ['changes', 'reads'] as const;

/** The query of `GET /personnel/{id}/audit`. */
export const listPersonnelAuditSchema = listChangesSchema.extend({
  kind: z
    .enum(auditKinds)
    .default('changes')
    .describe('`reads`: of sensitive members, for those who hold `personnel.sensitive` at the place.'),
});
export type ListPersonnelAudit = z.infer<typeof listPersonnelAuditSchema>;

const personnelAuditEntrySchema = recordedChangeSchema
  .extend({
    resource: z
      .enum(['person', 'workHistory', 'emergencyContact', 'payroll'])
      .describe(
        'The record that was changed. Of contacts and payroll all is sensitive: `members` has one entry for ' +
          'them, `emergencyContacts` or `payroll`.',
      ),
    resourceId: idSchema,
    version: z.int().nullable().describe('The version that the record had after the change; null: a read.'),
    operation: z.enum([...changeOperations, 'read']),
    changedAt: timestampSchema.describe('When it was changed or read.'),
  })
  .meta({ id: 'PersonnelAuditEntry' });

/** The changes of a person in the last 30 days, or all reads of sensitive members, the newest first. */
export const personnelAuditSchema = recordedChangesSchema.extend({
  data: z.array(personnelAuditEntrySchema),
});
export interface PersonnelAudit extends Pick<ChangePage, 'page'> {
  data: PersonnelAuditEntry[];
}
export type PersonnelAuditEntry = Omit<ChangePage['data'][number], 'version' | 'operation'> &
  Pick<z.infer<typeof personnelAuditEntrySchema>, 'resource' | 'resourceId' | 'version' | 'operation'>;

/**
 * A request gives so many people another line manager. Each takes a version, a change record and a message,
 * and writes of the work history wait meanwhile.
 */
export const MAX_REPORTS_AT_ONCE = 5_000;

/** The query of `DELETE /personnel/{id}`. */
export const archivePersonnelSchema = z.strictObject({
  reassignTo: idSchema
    .optional()
    .describe(
      'Who becomes the line manager of those who report to the person: takes `personnel.write` at the places of ' +
        `all of them. Of more than ${MAX_REPORTS_AT_ONCE.toLocaleString('en')} people it is 422 \`not-allowed\`: ` +
        'give others another line manager first.',
    ),
});
export type ArchivePersonnel = z.infer<typeof archivePersonnelSchema>;

export const savePersonnelSchema = saved(
  'SavePersonnel',
  { ...writable, ...managedByHistory },
  { ...readOnly, ...included },
);
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
  { ...derived, ...readOnly, ...included },
);
export type AddPersonnel = z.infer<typeof addPersonnelSchema>;

export const listPersonnelSchema = listQuery({
  sort: ['lastName', 'personnelNumber', 'hireDate'],
  defaultSort: 'lastName',
  search: ['firstName', 'lastName', 'middleName', 'preferredName', 'personnelNumber', 'email'],
  searchTerms: 'First, middle and last name may stand together, and so may preferred and last name.',
  filters: {
    ...placeQuery,
    lineManagerId: idsQuery,
    employmentStatus: commaSeparated(z.enum(employmentStatuses)).optional(),
    employmentType: commaSeparated(z.enum(employmentTypes)).optional(),
    trainingStatus: commaSeparated(z.enum(trainingStatuses)).optional(),
    jobTitle: commaSeparated(line(150))
      .optional()
      .describe('Exact; a comma inside a title has a backslash before it.'),
    hiredFrom: dateSchema.optional().describe('Hired on this date or later.'),
    hiredTo: dateSchema.optional().describe('Hired before this date.'),
    asOf,
    hasUser: queryFlag.optional().describe('Whether the person has a login.'),
  },
});
export type ListPersonnel = z.infer<typeof listPersonnelSchema>;
