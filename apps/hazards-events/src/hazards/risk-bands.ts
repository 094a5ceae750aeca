import { type RiskBand, type RiskBands, usualRiskBands } from '@safety/contracts';

const HIGHEST_SCORE = 25;

/** The band of a score from 1 to 25. */
export function riskBandOf(score: number, { medium, high, veryHigh }: RiskBands = usualRiskBands): RiskBand {
  if (score >= veryHigh) return 'veryHigh';
  if (score >= high) return 'high';
  return score >= medium ? 'medium' : 'low';
}

/** Every score that lies in one of these bands. */
export const scoresIn = (wanted: readonly RiskBand[], bands?: RiskBands): number[] =>
  Array.from({ length: HIGHEST_SCORE }, (_, index) => index + 1).filter((score) =>
    wanted.includes(riskBandOf(score, bands)),
  );
