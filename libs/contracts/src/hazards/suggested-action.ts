import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { onlyOnce } from '../http/only-once.js';
import { readOnlyMember } from '../http/resource.js';
import { paragraph } from '../http/text.js';
import { dateSchema } from '../http/time.js';
import { controlTypes } from './hazard-enums.js';

export const dispositions = ['pending', 'accepted', 'declined'] as const;

/** A proposal for an action, part of a hazard in its approval. */
export const suggestedActionSchema = z
  .object({
    id: idSchema,
    description: z.string(),
    controlType: z.enum(controlTypes).nullable(),
    suggestedAssigneePersonnelId: idSchema.nullable(),
    suggestedDueDate: z.string().meta({ format: 'date' }).nullable(),
    suggestedByUserId: idSchema.nullable(),
    disposition: z.enum(dispositions),
    dispositionComment: z.string().nullable(),
    actionId: idSchema.nullable().describe('The action that was made of it when it was accepted.'),
  })
  .meta({ id: 'SuggestedAction' });
export type SuggestedAction = z.infer<typeof suggestedActionSchema>;

/** Of a suggestion that there is already, members that are left out stay as they are. */
const saveSuggestedActionSchema = z
  .strictObject({
    id: idSchema.optional().describe('Of a suggestion that there is already.'),
    description: paragraph(1000).optional().describe('Required of a new one.'),
    controlType: z.enum(controlTypes).nullable().optional(),
    suggestedAssigneePersonnelId: idSchema.nullable().optional(),
    suggestedDueDate: dateSchema.nullable().optional(),
    disposition: z
      .enum(dispositions)
      .optional()
      .describe(
        'Counts with the steps approve, reject and requestChanges. One that is accepted has an assignee and a due date.',
      ),
    dispositionComment: paragraph(1000).nullable().optional(),
    suggestedByUserId: readOnlyMember,
    actionId: readOnlyMember,
  })
  .superRefine(({ id, description }, context) => {
    if (id === undefined && description === undefined)
      context.addIssue({ code: 'custom', path: ['description'], message: 'Is required.' });
  })
  .transform(({ suggestedByUserId: _by, actionId: _action, ...suggestion }) => suggestion)
  .meta({ id: 'SuggestedActionWrite' });

export const saveSuggestedActionsSchema = onlyOnce(
  z.array(saveSuggestedActionSchema).max(50),
  'a suggestion',
  (suggestion) => suggestion.id ?? suggestion,
);
export type SaveSuggestedAction = z.infer<typeof saveSuggestedActionSchema>;
