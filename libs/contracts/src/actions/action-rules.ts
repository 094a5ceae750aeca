import type { z } from 'zod';
import type { FieldErrorCode } from '../http/problem.js';
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
  const refuse = (member: keyof ActionMembers, code: FieldErrorCode, message: string) =>
    context.addIssue({ code: 'custom', path: [member], message, params: { code } });

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
