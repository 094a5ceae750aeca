import type { RiskBand, RiskBands, RiskStage, SaveRiskAssessment } from '@safety/contracts';
import { differs } from '../approvals/differs.js';
import type { Hazard, StoredRisk } from './hazard.entity.js';
import { riskBandOf } from './risk-bands.js';

type Stages<Value> = Record<RiskStage, Value | null>;

const eachStage = <From, To>(
  stages: Stages<From>,
  change: (assessment: From, stage: RiskStage) => To,
): Stages<To> => ({
  initial: stages.initial && change(stages.initial, 'initial'),
  residual: stages.residual && change(stages.residual, 'residual'),
  target: stages.target && change(stages.target, 'target'),
});

const scoreOf = ({ likelihood, severity }: Pick<StoredRisk, 'likelihood' | 'severity'>): number =>
  likelihood * severity;

/**
 * The stored form of a risk assessment that was written at `now`. One that does not say when it was made, and
 * says nothing else than `before`, is the same: it was made when that was.
 */
export function storedRisk(
  assessment: SaveRiskAssessment,
  now: Date,
  before?: Hazard['riskAssessment'],
): Pick<Hazard, 'riskAssessment' | 'riskScore'> {
  const current = assessment.residual ?? assessment.initial;
  return {
    riskAssessment: eachStage(assessment, ({ assessedAt, ...risk }, stage) => {
      const known = before?.[stage];
      const made = known && !differs(risk, known) ? known.assessedAt : now.toISOString();
      return { ...risk, assessedAt: assessedAt?.toISOString() ?? made };
    }),
    riskScore: current && scoreOf(current),
  };
}

export interface ReadRisk extends StoredRisk {
  score: number;
  band: RiskBand;
}

/** A stored assessment as it is read: with its scores, and the bands of the company. */
export const readRisk = (
  assessment: Hazard['riskAssessment'],
  bands: RiskBands | undefined,
): Stages<ReadRisk> =>
  eachStage(assessment, (risk) => {
    const score = scoreOf(risk);
    return { ...risk, score, band: riskBandOf(score, bands) };
  });
