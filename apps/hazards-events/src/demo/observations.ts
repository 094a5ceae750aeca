import { hazardTypes } from '@safety/contracts';
import type { PlaceKind } from '@safety/demo-data';
import { observed } from './observed.js';

export type HazardType = (typeof hazardTypes)[number];

/** A hazard as people see it at a kind of place. */
export interface Observation {
  kind: PlaceKind;
  hazardType: HazardType;
  /** 1 to 5, before any control. */
  likelihood: number;
  /** 1 to 5. */
  severity: number;
  title: string;
  description: string;
}

const FORM = /^(?<type>\w+) (?<likelihood>[1-5])x(?<severity>[1-5]) (?<title>.+)\n(?<description>.+)$/;

function observationOf(kind: PlaceKind, text: string): Observation {
  const { type, likelihood, severity, title = '', description = '' } = FORM.exec(text)?.groups ?? {};
  const hazardType = hazardTypes.find((known) => known === type);
  if (!hazardType) throw new Error(`Not an observation: ${text}`);
  return {
    kind,
    hazardType,
    likelihood: Number(likelihood),
    severity: Number(severity),
    title,
    description,
  };
}

export const observations: Observation[] = Object.entries(observed).flatMap(([kind, text]) => {
  const lines = text.trim().split(/\n\s*/);
  return lines.flatMap((line, index) =>
    index % 2 === 0 ? [observationOf(kind as PlaceKind, `${line}\n${lines[index + 1]}`)] : [],
  );
});
