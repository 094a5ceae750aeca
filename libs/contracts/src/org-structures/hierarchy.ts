import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { commaSeparated, queryInteger } from '../http/list.js';
import { MAX_ORG_STRUCTURE_DEPTH, orgStructureTypes } from './org-structure.js';

const node = {
  id: idSchema,
  relationshipId: idSchema,
  itemId: idSchema,
  name: z.string(),
  code: z.string().nullable(),
  type: z.enum(orgStructureTypes),
  isDefault: z.boolean(),
  selectable: z.boolean().describe('false: kept because something below it can be selected.'),
};

/** A place with those below it that lead to something the caller may select. */
export interface HierarchyNode extends z.infer<z.ZodObject<typeof node>> {
  children: HierarchyNode[];
}

export const hierarchyNodeSchema: z.ZodType<HierarchyNode, HierarchyNode> = z
  .object({
    ...node,
    get children() {
      return z.array(hierarchyNodeSchema);
    },
  })
  .meta({ id: 'OrgStructureNode' });

export const hierarchySchema = z
  .object({ data: z.array(hierarchyNodeSchema) })
  .meta({ id: 'OrgStructureHierarchy' });

export const hierarchyQuerySchema = z.strictObject({
  rootId: idSchema.optional().describe('Only this place and what is below it.'),
  depth: queryInteger(1, MAX_ORG_STRUCTURE_DEPTH)
    .optional()
    .describe('How many levels; 1 is the roots alone.'),
  type: commaSeparated(z.enum(orgStructureTypes))
    .optional()
    .describe('Only branches that hold a selectable place of one of these types.'),
});
export type HierarchyQuery = z.infer<typeof hierarchyQuerySchema>;
