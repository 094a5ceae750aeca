import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { commaSeparated, listQuery, queryFlag } from '../http/list.js';
import { resource } from '../http/resource.js';
import { line, optional } from '../http/text.js';

export const orgStructureTypes = [
  'company',
  'region',
  'country',
  'division',
  'businessUnit',
  'site',
  'building',
  'department',
  'area',
  'line',
  'team',
  'project',
  'costCentre',
  'other',
] as const;
export type OrgStructureType = (typeof orgStructureTypes)[number];

/** A tree is at most this many places deep. */
export const MAX_ORG_STRUCTURE_DEPTH = 12;

const placeAddress = z.strictObject({
  line1: optional(line(200)),
  line2: optional(line(200)),
  city: optional(line(100)),
  region: optional(line(100)),
  postalCode: optional(line(20)),
  countryCode: optional(z.string().regex(/^[A-Z]{2}$/)).describe('ISO 3166-1 alpha-2.'),
});

export type PlaceAddress = z.infer<typeof placeAddress>;

const establishment = z.strictObject({
  legalName: optional(line(200)),
  ein: optional(z.string().regex(/^\d{9}$/)),
  naicsCode: optional(z.string().regex(/^\d{6}$/)),
  streetAddress: optional(line(200)),
  city: optional(line(100)),
  state: optional(line(100)),
  zip: optional(line(20)),
  annualAverageEmployees: z.record(z.string(), z.number()).default({}).describe('By year.'),
  totalHoursWorked: z.record(z.string(), z.number()).default({}).describe('By year.'),
});
export type Establishment = z.infer<typeof establishment>;

const writable = {
  itemId: idSchema,
  parentId: optional(idSchema).describe('null: a root.'),
  sortOrder: z.int().default(0),
  timeZone: optional(line(64)).describe('IANA name; null: the one of the company.'),
  address: optional(placeAddress),
  establishment: optional(establishment).describe('Of a site, for OSHA.'),
};

const readOnly = {
  relationshipId: idSchema.describe('The same as id: what orgStructureRelationshipIds name.'),
  name: z.string(),
  code: z.string().nullable(),
  type: z.enum(orgStructureTypes),
  level: z.int().describe('0 for a root.'),
  path: z.string().describe('Names from the root down, joined by " / ".'),
  pathIds: z.array(idSchema).describe('Ids from the root down to the place itself.'),
  selectable: z.boolean().describe('Whether the caller may file records here.'),
  isDefault: z.boolean().describe("Whether it is the caller's default; true for at most one."),
  childCount: z.int(),
};

/** A place in the tree of a company: an item, placed below a parent. */
export const orgStructureSchema = resource('OrgStructure', writable, readOnly);
export type OrgStructure = z.input<typeof orgStructureSchema>;

export const listOrgStructuresSchema = listQuery({
  sort: ['path', 'name'],
  defaultSort: 'path',
  filters: {
    type: commaSeparated(z.enum(orgStructureTypes)).optional(),
    parentId: idSchema.optional().describe('Directly below this place.'),
    itemId: idSchema.optional().describe('Where this item is placed.'),
    selectable: queryFlag.optional().describe('Whether the caller may file records there.'),
    isDefault: queryFlag.optional().describe("Whether it is the caller's default."),
  },
});
export type ListOrgStructures = z.infer<typeof listOrgStructuresSchema>;
