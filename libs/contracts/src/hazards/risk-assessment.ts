import { z } from 'zod';
import { riskBands } from '../accounts/risk-bands.js';
import { idSchema } from '../http/id.js';
import { readOnlyMember } from '../http/resource.js';
import { optional } from '../http/text.js';
import { dateTimeSchema } from '../http/time.js';

const level = z.int().min(1).max(5);

/**
 * One assessment as it is written: score and band are accepted and dropped, since they follow from the rest.
 */
const saveRiskSchema = z
  .strictObject({
    likelihood: level,
    severity: level,
    assessedAt: dateTimeSchema
      .optional()
      .describe(
        'At most five minutes from now, unless it stays as it is. Default: the time of the request, or that of the same ' +
          'assessment before. PATCH keeps it, and null there takes the default.',
      ),
    assessedByPersonnelId: optional(idSchema),
    score: readOnlyMember,
    band: readOnlyMember,
  })
  .transform(({ likelihood, severity, assessedAt, assessedByPersonnelId }) => ({
    likelihood,
    severity,
    assessedAt,
    assessedByPersonnelId,
  }));

const riskSchema = z.object({
  likelihood: z.int(),
  severity: z.int(),
  score: z.int().describe('likelihood × severity.'),
  band: z
    .enum(riskBands)
    .describe(
      'By the bands of the company; usual: low 1 to 4, medium 5 to 9, high 10 to 15, veryHigh 16 to 25.',
    ),
  assessedAt: z.iso.datetime(),
  assessedByPersonnelId: idSchema.nullable(),
});

export const riskStages = ['initial', 'residual', 'target'] as const;
export type RiskStage = (typeof riskStages)[number];

const NOT_ASSESSED = { initial: null, residual: null, target: null };

const members = {
  initial: optional(saveRiskSchema),
  residual: optional(saveRiskSchema),
  target: optional(saveRiskSchema),
};

export const saveRiskAssessmentSchema = z.strictObject(members).default(NOT_ASSESSED);
export type SaveRiskAssessment = z.infer<typeof saveRiskAssessmentSchema>;

/** The fault of an initial risk that is not there, though the hazard is submitted or approved. */
export const initialRiskMissing = {
  code: 'custom' as const,
  message: 'Is required of a hazard that is submitted or approved.',
  params: { code: 'required' },
};

/** The same for null as for what is absent: the check of types would call null malformed. */
function demanded(given: unknown, context: z.RefinementCtx): unknown {
  if (given === null || given === undefined) context.addIssue(initialRiskMissing);
  return given;
}

/** The initial risk is known before anybody is asked to decide. */
export const submittedRiskAssessmentSchema = z.preprocess(
  (given) => (given === undefined ? {} : given),
  z.strictObject({ ...members, initial: z.preprocess(demanded, saveRiskSchema) }),
);

export const riskAssessmentSchema = z
  .object({
    initial: riskSchema.nullable(),
    residual: riskSchema.nullable(),
    target: riskSchema.nullable(),
  })
  .describe('Before any control, with the controls there are, and as it should become.');
