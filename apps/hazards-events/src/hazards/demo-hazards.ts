import {
  enterCompany,
  insertMissing,
  raiseNumberSeries,
  referenceOf,
  type SeedClient,
  seedTransaction,
} from '@safety/persistence';
import { type DemoHazard, demoHazards } from '../demo/hazards.js';
import { storedRisk } from './stored-risk.js';

const SERIES = 'HAZ';

/** The columns of a demo hazard; `number` is its place in the series of its company and year. */
const hazardRow = (hazard: DemoHazard, year: number, number: number) => ({
  company_id: hazard.companyId,
  id: hazard.id,
  version: 1,
  created_at: hazard.identifiedAt,
  modified_at: hazard.identifiedAt,
  custom_fields: {},
  reference: referenceOf(SERIES, number, year),
  title: hazard.title,
  description: hazard.description,
  hazard_type: hazard.hazardType,
  observation_kind: hazard.observationKind,
  org_structure_id: hazard.orgStructureId,
  identified_at: hazard.identifiedAt,
  reported_by_personnel_id: hazard.reportedByPersonnelId,
  responsible_personnel_id: hazard.responsiblePersonnelId,
  anonymous: false,
  persons_at_risk: hazard.personsAtRisk,
  existing_controls: [{ ...hazard.control, effectiveness: hazard.residual ? 'partiallyEffective' : null }],
  ...riskColumns(hazard),
  due_date: hazard.dueDate,
  related_event_ids: [],
  tags: [],
  status: 'approved',
  approved_at: hazard.identifiedAt,
});

function riskColumns({ initial, residual, identifiedAt, responsiblePersonnelId }: DemoHazard) {
  const assessed = { assessedAt: undefined, assessedByPersonnelId: responsiblePersonnelId };
  const { riskAssessment, riskScore } = storedRisk(
    {
      initial: { ...initial, ...assessed },
      residual: residual && { ...residual, ...assessed },
      target: null,
    },
    new Date(identifiedAt),
  );
  return { risk_assessment: riskAssessment, risk_score: riskScore };
}

const yearOf = ({ identifiedAt }: DemoHazard): number => new Date(identifiedAt).getUTCFullYear();

async function addYear(
  client: SeedClient,
  companyId: string,
  year: number,
  hazards: DemoHazard[],
): Promise<void> {
  const rows = hazards.map((hazard, index) => hazardRow(hazard, year, index + 1));
  const added = await insertMissing(client, 'hazards', rows);
  await insertMissing(
    client,
    'approved_hazards',
    rows.filter(({ id }) => added.has(id)),
  );
  await raiseNumberSeries(client, companyId, SERIES, hazards.length, year);
}

/** Adds the demo hazards that are missing, all of them approved, and raises the counters of their references. */
export async function addDemoHazards(serviceUrl: string): Promise<void> {
  await seedTransaction(serviceUrl, async (client) => {
    for (const [companyId, ofCompany] of Map.groupBy(demoHazards, (hazard) => hazard.companyId)) {
      await enterCompany(client, companyId);
      for (const [year, ofYear] of Map.groupBy(ofCompany, yearOf))
        await addYear(client, companyId, year, ofYear);
    }
  });
}
