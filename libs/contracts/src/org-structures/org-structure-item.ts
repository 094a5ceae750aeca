import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { commaSeparated, listQuery } from '../http/list.js';
import { resource, saved } from '../http/resource.js';
import { line, optional, paragraph } from '../http/text.js';
import { orgStructureTypes } from './org-structure.js';

const writable = {
  name: line(150).describe('With the type unique among those that are not archived, whatever its case.'),
  code: optional(line(50)).describe('Unique in the company, archived items included, whatever its case.'),
  type: z.enum(orgStructureTypes),
  description: optional(paragraph(2000)),
};

const readOnly = {
  orgStructureIds: z.array(idSchema).describe('Where it is placed; archived placements are left out.'),
  trainingRequiredCount: z
    .int()
    .describe('Courses that the item itself requires; archived courses are left out.'),
};

/** An entry of the catalogue, for example a warehouse; an org structure is its place in the tree. */
export const orgStructureItemSchema = resource('OrgStructureItem', writable, readOnly);
export type OrgStructureItem = z.input<typeof orgStructureItemSchema>;

export const saveOrgStructureItemSchema = saved('SaveOrgStructureItem', writable, readOnly);
export type SaveOrgStructureItem = z.infer<typeof saveOrgStructureItemSchema>;

/**
 * The specification lists active items alone: archived ones come with `modifiedSince` and in no other way.
 */
export const listOrgStructureItemsSchema = listQuery({
  sort: ['name'],
  defaultSort: 'name',
  search: ['name', 'code'],
  filters: { type: commaSeparated(z.enum(orgStructureTypes)).optional() },
}).omit({ includeArchived: true });
export type ListOrgStructureItems = z.infer<typeof listOrgStructureItemsSchema>;
