import type { z } from 'zod';
import { refusing } from '../http/fault.js';
import type { ActionSource } from './action-enums.js';

interface ActionMembers {
  sourceType: ActionSource;
  sourceId: string | null;
  orgStructureId: string | null;
  assigneePersonnelId: string | null;
  assigneeUserId: string | null;
  verifierUserId: string | null;
  cost: number | null;
  currency: string | null;
}

/** The rules of an action that concern more than one member. */
export function actionRules(action: ActionMembers, context: z.RefinementCtx): void {
  const refuse = refusing<keyof ActionMembers>(context);

  const standalone = action.sourceType === 'standalone';
  if (standalone && action.sourceId !== null)
    refuse('sourceId', 'not-allowed', 'A standalone action has no source.');
  if (!standalone && action.sourceId === null) refuse('sourceId', 'required', 'Name the source.');
  if (action.assigneePersonnelId === null && action.assigneeUserId === null)
    refuse('assigneePersonnelId', 'required', 'Name a person or a user as the assignee.');
  if (action.assigneePersonnelId !== null && action.assigneeUserId !== null)
    refuse('assigneeUserId', 'mutually-exclusive', 'Name one assignee.');
  if (action.verifierUserId !== null && action.verifierUserId === action.assigneeUserId)
    refuse('verifierUserId', 'not-allowed', 'The assignee cannot verify the action.');
  if ((action.cost === null) !== (action.currency === null))
    refuse(
      action.cost === null ? 'cost' : 'currency',
      'required',
      'Give both cost and currency, or neither.',
    );
}
