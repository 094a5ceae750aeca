import { z } from 'zod';
import { riskBands } from '../accounts/risk-bands.js';
import { idSchema } from '../http/id.js';
import { optional } from '../http/text.js';
import { dateTimeSchema } from '../http/time.js';

const level = z.int().min(1).max(5);
const ignored = z.unknown().optional().meta({ readOnly: true });

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
        'Default: the time of the request, or that of the same assessment before. PATCH keeps it, and null there takes ' +
          'the default.',
      ),
    assessedByPersonnelId: optional(idSchema),
    score: ignored,
    band: ignored,
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

export const saveRiskAssessmentSchema = z
  .strictObject({
    initial: optional(saveRiskSchema),
    residual: optional(saveRiskSchema),
    target: optional(saveRiskSchema),
  })
  .default(NOT_ASSESSED);
export type SaveRiskAssessment = z.infer<typeof saveRiskAssessmentSchema>;

export const riskAssessmentSchema = z
  .object({
    initial: riskSchema.nullable(),
    residual: riskSchema.nullable(),
    target: riskSchema.nullable(),
  })
  .describe('Before any control, with the controls there are, and as it should become.');
