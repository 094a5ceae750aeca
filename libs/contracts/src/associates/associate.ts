import { z } from 'zod';
import { emailSchema, phoneSchema, SHORT_LOCAL_PART } from '../http/contact.js';
import { refusing } from '../http/fault.js';
import { idList, idSchema } from '../http/id.js';
import { commaSeparated, idsQuery, listQuery, placeQuery } from '../http/list.js';
import { resource, saved } from '../http/resource.js';
import { line, optional, paragraph } from '../http/text.js';
import { dateSchema } from '../http/time.js';

export const associateTypes = [
  'contractor',
  'subcontractor',
  'agencyWorker',
  'consultant',
  'supplier',
  'visitor',
  'volunteer',
  'student',
  'memberOfPublic',
  'other',
] as const;
export type AssociateType = (typeof associateTypes)[number];

/** Associates who work for somebody else: that employer has to be named. */
const employed: readonly AssociateType[] = ['contractor', 'subcontractor', 'agencyWorker'];

const writable = {
  firstName: line(100),
  lastName: line(100),
  associateType: z.enum(associateTypes),
  employerName: optional(line(200)).describe(`Required for ${employed.join(', ')}.`),
  jobTitleId: optional(idSchema).describe('Of a job title that is not archived when it is set or changed.'),
  email: optional(emailSchema).describe(
    `Unique among those who are not archived, whatever its case. ${SHORT_LOCAL_PART}`,
  ),
  phone: optional(phoneSchema),
  orgStructureIds: idList(50)
    .default([])
    .describe(
      'Where they work. A new one is where the caller holds `associates.write`: without that it is 403 in sight, ' +
        'and 422 out of it. Required of a caller whose role counts at some org structures alone.',
    ),
  hostPersonnelId: optional(idSchema).describe('The person who receives them; one whom the caller can see.'),
  validFrom: optional(dateSchema),
  validTo: optional(dateSchema).describe('The last day; not before validFrom.'),
  inductionCompletedAt: optional(dateSchema),
  notes: optional(paragraph(2000)),
};

const readOnly = {
  displayName: z.string().describe('The first name and the last name.'),
  jobTitleName: z.string().nullable(),
  expired: z.boolean().describe('Whether validTo has passed, in the time zone of the company.'),
};

/** A person connected to the business who is not on its personnel. */
export const associateSchema = resource('Associate', writable, readOnly);
export type Associate = z.input<typeof associateSchema>;

type Members = z.output<z.ZodObject<typeof writable>>;

function associateRules(associate: Members, context: z.RefinementCtx): void {
  const refuse = refusing<keyof Members>(context);
  const { associateType, employerName, validFrom, validTo } = associate;
  if (employerName === null && employed.includes(associateType))
    refuse('employerName', 'required', `Required for the type ${associateType}.`);
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    refuse('validTo', 'before-start', 'Must not be before validFrom.');
}

export const saveAssociateSchema = saved('SaveAssociate', writable, readOnly).superRefine(associateRules);
export type SaveAssociate = z.infer<typeof saveAssociateSchema>;

export const listAssociatesSchema = listQuery({
  sort: ['lastName', 'createdAt', 'modifiedAt', 'validTo'],
  defaultSort: 'lastName',
  search: ['firstName', 'lastName', 'email', 'employerName'],
  searchTerms: 'First and last name may stand together.',
  filters: {
    associateType: commaSeparated(z.enum(associateTypes)).optional(),
    jobTitleId: idsQuery,
    ...placeQuery,
    orgStructureId: idsQuery.describe('Those who work there.'),
    hostPersonnelId: idsQuery,
    validOn: dateSchema.optional().describe('Those whose validity includes this date.'),
  },
});
export type ListAssociates = z.infer<typeof listAssociatesSchema>;
