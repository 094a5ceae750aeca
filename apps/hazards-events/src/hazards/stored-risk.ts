import { type RiskBand, type RiskStage, riskBandOf, type SaveRiskAssessment } from '@safety/contracts';
import type { Hazard, StoredRisk } from './hazard.entity.js';

type Stages<Value> = Record<RiskStage, Value | null>;

const eachStage = <From, To>(stages: Stages<From>, change: (stage: From) => To): Stages<To> => ({
  initial: stages.initial && change(stages.initial),
  residual: stages.residual && change(stages.residual),
  target: stages.target && change(stages.target),
});

const scoreOf = ({ likelihood, severity }: Pick<StoredRisk, 'likelihood' | 'severity'>): number =>
  likelihood * severity;

/** What is stored of a risk assessment that was written at `now`. */
export function storedRisk(
  assessment: SaveRiskAssessment,
  now: Date,
): Pick<Hazard, 'riskAssessment' | 'riskScore'> {
  const current = assessment.residual ?? assessment.initial;
  return {
    riskAssessment: eachStage(assessment, ({ assessedAt, ...risk }) => ({
      ...risk,
      assessedAt: (assessedAt ?? now).toISOString(),
    })),
    riskScore: current && scoreOf(current),
  };
}

export interface ReadRisk extends StoredRisk {
  score: number;
  band: RiskBand;
}

/** A stored assessment as it is read: with its scores and bands. */
export const readRisk = (assessment: Hazard['riskAssessment']): Stages<ReadRisk> =>
  eachStage(assessment, (risk) => ({ ...risk, score: scoreOf(risk), band: riskBandOf(scoreOf(risk)) }));
