import { z } from 'zod';
import { addressSchema } from '../http/address.js';
import { idSchema } from '../http/id.js';
import { commaSeparated, idsQuery, listQuery, queryFlag } from '../http/list.js';
import { resource, saved } from '../http/resource.js';
import { optional } from '../http/text.js';
import { timeZoneSchema } from '../http/time.js';
import { establishmentSchema } from './establishment.js';

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

/**
 * A request gives so many org structures another path, or archives them. Each takes a version, a change
 * record and a message, and the transaction has ten seconds for all.
 */
export const MAX_ORG_STRUCTURES_AT_ONCE = 20_000;

const writable = {
  itemId: idSchema.describe(
    'What is placed. An item is placed below a parent once; its first placement takes `orgstructures.write` in ' +
      'the whole company.',
  ),
  parentId: optional(idSchema).describe(
    'null: a root; to make one takes `orgstructures.write` in the whole company. A move is refused that gives ' +
      'the caller a permission at what moves. Not archived unless it is the parent already, and not at or below the org ' +
      `structure itself. The tree is at most ${MAX_ORG_STRUCTURE_DEPTH} levels deep, and a path has at most 2600 bytes.`,
  ),
  sortOrder: z.int().min(-1_000_000).max(1_000_000).default(0).describe('Among those of the same parent.'),
  timeZone: optional(timeZoneSchema).describe(
    'IANA name; null: the one of the nearest org structure above that has one, else of the company.',
  ),
  address: optional(addressSchema),
  establishment: optional(establishmentSchema).describe(
    'For OSHA; of an item of type site alone. Withheld from those who may not write the org structure.',
  ),
};

const readOnly = {
  relationshipId: idSchema.describe('The same as id: what orgStructureRelationshipIds name.'),
  name: z.string(),
  code: z.string().nullable(),
  type: z.enum(orgStructureTypes),
  level: z.int().describe('0 for a root.'),
  path: z.string().describe('Names from the root down, joined by " / ".'),
  pathIds: z.array(idSchema).describe('Ids from the root down to the place itself.'),
  selectable: z
    .boolean()
    .describe(
      'Whether the caller may file records here, of any kind. Those who manage users or roles select all that they read, to give roles there.',
    ),
  isDefault: z.boolean().describe("Whether it is the caller's default; true for at most one."),
  childCount: z.int(),
  redactedFields: z.array(z.string()).describe('Members that were withheld, as JSON pointers.'),
};

/** A place in the tree of a company: an item, placed below a parent. */
export const orgStructureSchema = resource('OrgStructure', writable, readOnly);
export type OrgStructure = z.input<typeof orgStructureSchema>;

export const saveOrgStructureSchema = saved('SaveOrgStructure', writable, readOnly);
export type SaveOrgStructure = z.infer<typeof saveOrgStructureSchema>;

/** The query of `DELETE /orgstructures/{id}`. */
export const archiveOrgStructureSchema = z.strictObject({
  cascade: queryFlag
    .default(false)
    .describe(
      'Whether the org structures below it are archived too. Of more than ' +
        `${MAX_ORG_STRUCTURES_AT_ONCE.toLocaleString('en')} active ones, it included, it is 400 ` +
        '`invalid-parameter`: archive branches below it first.',
    ),
});
export type ArchiveOrgStructure = z.infer<typeof archiveOrgStructureSchema>;

export const listOrgStructuresSchema = listQuery({
  sort: ['path', 'name'],
  defaultSort: 'path',
  sortTerms:
    'path is sorted as text, not as a tree: "North (old)" comes between "North" and "North / Line 1", so a ' +
    'tree is built from parentId, or asked of `/orgstructures/hierarchy`.',
  search: ['name', 'code'],
  filters: {
    type: commaSeparated(z.enum(orgStructureTypes)).optional(),
    parentId: idsQuery.describe('Directly below this place.'),
    itemId: idsQuery.describe('Where this item is placed.'),
    selectable: queryFlag.optional().describe('Whether the caller may file records there.'),
    isDefault: queryFlag.optional().describe("Whether it is the caller's default."),
  },
});
export type ListOrgStructures = z.infer<typeof listOrgStructuresSchema>;
