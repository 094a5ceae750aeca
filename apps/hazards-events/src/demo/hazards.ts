import type { RiskBand } from '@safety/contracts';
import { type DemoCompany, demoCompanies, demoId, demoPeople, demoPlaces } from '@safety/demo-data';
import { riskBandOf } from '../hazards/risk-bands.js';
import { type DemoState, placesFor, stateOf } from './hazard-process.js';
import { type Measures, measuresFor } from './measures.js';
import { type Observation, observations } from './observations.js';

interface Risk {
  likelihood: number;
  severity: number;
}

export interface DemoHazard extends Omit<Observation, 'kind' | keyof Risk>, Measures {
  id: string;
  companyId: string;
  orgStructureId: string;
  /** None for an anonymous one. */
  reportedByPersonnelId: string | null;
  anonymous: boolean;
  /** The person who leads the place. */
  responsiblePersonnelId: string;
  /** RFC 3339. */
  identifiedAt: string;
  /** A date; the higher the risk, the sooner. */
  dueDate: string;
  initial: Risk;
  state: DemoState;
  /** With the control there is; not assessed for each of them. */
  residual: Risk | null;
}

const FIRST_DAY = Date.UTC(2024, 11, 5);
const DAYS_BETWEEN = 12;
const MS_PER_HOUR = 60 * 60 * 1000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
const FIRST_HOUR = 6;
const HOURS = 12;
const DAYS_TO_ACT: Record<RiskBand, number> = { veryHigh: 7, high: 30, medium: 90, low: 180 };
/** Without a common divisor with the number of hazards of either company: mixes the kinds of places. */
const STRIDE = 23;
const NOT_ASSESSED_EVERY = 3;
const ANONYMOUS_EVERY = 12;

const mixed = <Value>(values: Value[]): Value[] =>
  values.map((_, index) => values[(index * STRIDE) % values.length] as Value);

function hazardOf(
  company: DemoCompany,
  { kind, ...seen }: Observation,
  index: number,
  count: number,
): DemoHazard {
  const state = stateOf(company, index, count);
  const places = placesFor(company, kind, state !== 'approved' && state !== 'closed');
  const place = places[index % places.length];
  const [leader, ...crew] = demoPeople.filter(({ orgStructureId }) => orgStructureId === place?.id);
  const reporter = crew[index % crew.length];
  if (!leader || !reporter)
    throw new Error(`Nobody at a place of kind ${kind} could have seen: ${seen.title}`);
  const { likelihood, severity, ...hazard } = seen;
  const identifiedAt =
    FIRST_DAY + index * DAYS_BETWEEN * MS_PER_DAY + (FIRST_HOUR + (index % HOURS)) * MS_PER_HOUR;
  const residual = { likelihood: Math.max(1, likelihood - 1), severity };
  const current = index % NOT_ASSESSED_EVERY === 0 && state !== 'closed' ? null : residual;
  const anonymous = index % ANONYMOUS_EVERY === ANONYMOUS_EVERY - 2;
  const daysToAct = DAYS_TO_ACT[riskBandOf((current?.likelihood ?? likelihood) * severity)];
  return {
    ...hazard,
    ...measuresFor(hazard.hazardType),
    id: demoId('hazard', company.name, index),
    companyId: company.id,
    orgStructureId: reporter.orgStructureId,
    reportedByPersonnelId: anonymous ? null : reporter.id,
    anonymous,
    responsiblePersonnelId: leader.id,
    identifiedAt: new Date(identifiedAt).toISOString(),
    dueDate: new Date(identifiedAt + daysToAct * MS_PER_DAY).toISOString().slice(0, 10),
    initial: { likelihood, severity },
    residual: current,
    state,
  };
}

const kindsOf = ({ id }: DemoCompany) =>
  new Set(demoPlaces.filter(({ companyId }) => companyId === id).map(({ kind }) => kind));

export const demoHazards: DemoHazard[] = demoCompanies.flatMap((company) => {
  const kinds = kindsOf(company);
  const seen = mixed(observations.filter(({ kind }) => kinds.has(kind)));
  return seen.map((observation, index) => hazardOf(company, observation, index, seen.length));
});
