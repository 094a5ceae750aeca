import { z } from 'zod';

export const riskBands = ['low', 'medium', 'high', 'veryHigh'] as const;
export type RiskBand = (typeof riskBands)[number];

const HIGHEST_SCORE = 25;
const lowestScore = z.int().min(2).max(HIGHEST_SCORE);

const bands = { medium: lowestScore, high: lowestScore, veryHigh: lowestScore };
export type RiskBands = Record<keyof typeof bands, number>;

const begin = ({ medium, high, veryHigh }: RiskBands): boolean => medium < high && high < veryHigh;
const order = { error: 'Each band must begin above the one before.' };

/** A setting of a company: where the bands of its 5 × 5 risk matrix begin. Scores below `medium` are low. */
export const riskBandsSchema = z.object(bands).refine(begin, order);

/** The same in a request, which names no other band. */
export const saveRiskBandsSchema = z.strictObject(bands).refine(begin, order);

/** The risk bands of a company that has set none. */
export const usualRiskBands: RiskBands = { medium: 5, high: 10, veryHigh: 16 };
