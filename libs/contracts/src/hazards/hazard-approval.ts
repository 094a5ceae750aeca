import { z } from 'zod';
import { actionSchema } from '../actions/action.js';
import { approvalSchema, saveApprovalSchema } from '../approvals/approval.js';
import { completed, omittable } from '../http/omittable.js';
import { integrationFields, readOnlyMembers, recordFields, resource, saved } from '../http/resource.js';
import { hazardFields, type SaveHazard } from './hazard.js';
import { hazardRules } from './hazard-rules.js';
import type { HazardStep } from './hazard-steps.js';
import { initialRiskMissing, submittedRiskAssessmentSchema } from './risk-assessment.js';
import {
  type SaveSuggestedAction,
  saveSuggestedActionsSchema,
  suggestedActionSchema,
} from './suggested-action.js';

const { writable, written, readOnly, read } = hazardFields;

const process = {
  approval: approvalSchema,
  actions: z.array(actionSchema).describe('Actions of the hazard, whatever their status.'),
  suggestedActions: z.array(suggestedActionSchema),
};

/** A hazard as it is worked on, with its approval. */
export const hazardApprovalDataSchema = resource('HazardApprovalData', writable, {
  ...readOnly,
  ...read,
  ...process,
});

const ignoredActions = { actions: process.actions };
const content = {
  ...writable,
  ...written,
  riskAssessment: written.riskAssessment.describe('`initial` is required to submit and to approve.'),
};
const submitted = { riskAssessment: submittedRiskAssessmentSchema };

/** No approval takes the initial risk out either. */
function submissionRules(
  { riskAssessment }: Pick<SaveHazard, 'riskAssessment'>,
  context: z.RefinementCtx,
): void {
  if (riskAssessment.initial !== null) return;
  context.addIssue({ ...initialRiskMissing, path: ['riskAssessment', 'initial'] });
}

/**
 * The body of the `requireapproval` writes: as the plain ones, with an initial risk. A change takes back a
 * body that was read with its approval; what it says of that is ignored.
 */
export const submitHazardSchema = saved(
  'HazardSubmission',
  { ...hazardFields.changed, ...submitted },
  { ...readOnly, ...process },
).superRefine(hazardRules);

export const addSubmittedHazardSchema = saved(
  'HazardSubmissionAdd',
  { ...writable, ...written, ...submitted },
  readOnly,
  { id: 'byClient' },
).superRefine(hazardRules);

export const saveHazardApprovalSchema = saved(
  'HazardApprovalWrite',
  {
    ...content,
    suggestedActions: saveSuggestedActionsSchema.default([]),
    approval: saveApprovalSchema('HazardApprovalStart', ['submit', 'saveDraft']),
  },
  { ...readOnly, ...ignoredActions },
  { id: 'byClient' },
)
  .superRefine(hazardRules)
  .superRefine((hazard, context) => {
    if (hazard.approval.step === 'submit') submissionRules(hazard, context);
  });
export type SaveHazardApproval = z.infer<typeof saveHazardApprovalSchema>;

const allSteps = ['submit', 'saveDraft', 'withdraw', 'approve', 'reject', 'requestChanges'] as const;
const decisionSteps: readonly HazardStep[] = ['approve', 'reject', 'requestChanges', 'withdraw'];

/** The body of `PUT /hazards/approval`: content, unless it only drives the process. */
export interface ChangeHazardApproval {
  content: SaveHazard | undefined;
  suggestedActions: SaveSuggestedAction[] | undefined;
  approval: Omit<SaveHazardApproval['approval'], 'step'> & { step: HazardStep };
}

const unchangeable = readOnlyMembers(Object.keys({ ...recordFields, ...readOnly, ...ignoredActions }));
const changed = { ...content, ...integrationFields };

export const changeHazardApprovalSchema: z.ZodType<ChangeHazardApproval> = z
  .strictObject({
    ...unchangeable,
    ...omittable(changed),
    suggestedActions: saveSuggestedActionsSchema
      .optional()
      .describe('With content default []. Pending ones that it leaves out are removed, but with a decision.'),
    approval: saveApprovalSchema('HazardApprovalStep', allSteps),
  })
  .meta({
    id: 'HazardApprovalChange',
    description: 'The content may be left out as a whole to approve, reject, request changes or withdraw.',
  })
  .transform((body, context): ChangeHazardApproval => {
    const { approval, suggestedActions } = body as unknown as ChangeHazardApproval;
    const given = Object.fromEntries(
      Object.keys(changed).flatMap((name) => {
        const value = (body as Record<string, unknown>)[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    if (decisionSteps.includes(approval.step) && Object.keys(given).length === 0)
      return { approval, suggestedActions, content: undefined };
    const hazard = completed(changed, given, context);
    if (!hazard) return z.NEVER;
    hazardRules(hazard, context);
    if (approval.step === 'submit' || approval.step === 'approve') submissionRules(hazard, context);
    return { approval, suggestedActions: suggestedActions ?? [], content: hazard };
  });
