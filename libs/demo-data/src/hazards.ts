import { type DemoCompany, demoQuarries, otherWorks } from './companies.js';
import { demoId } from './ids.js';
import { demoPeople } from './personnel.js';

export interface DemoHazard {
  id: string;
  companyId: string;
  title: string;
  description: string;
  hazardType: 'mechanical' | 'slipTripFall' | 'workAtHeight' | 'vehicleTransport' | 'chemical' | 'electrical';
  orgStructureId: string;
  reportedByPersonnelId: string;
  /** RFC 3339. */
  identifiedAt: string;
  likelihood: number;
  severity: number;
}

type Kind = [title: string, type: DemoHazard['hazardType'], description: string];

const kinds: Kind[] = [
  [
    'Unguarded conveyor tail drum',
    'mechanical',
    'The guard at the tail drum was taken off for cleaning and not put back.',
  ],
  [
    'Spilled oil on walkway',
    'slipTripFall',
    'Hydraulic oil covers about two metres of the walkway beside the workshop.',
  ],
  [
    'Handrail missing on crusher platform',
    'workAtHeight',
    'One section of handrail is missing; the drop is four metres.',
  ],
  [
    'Blind corner on haul road',
    'vehicleTransport',
    'The stockpile hides vehicles that come down from the face.',
  ],
  ['Unlabelled drums in store', 'chemical', 'Three drums stand in the store without a label or data sheet.'],
  [
    'Damaged cable at weighbridge',
    'electrical',
    'The outer sheath of the supply cable is cut; copper can be seen.',
  ],
];

const HAZARDS_OF_DEMO_QUARRIES = 60;
const HAZARDS_OF_OTHERS = 8;
const FIRST_DAY = Date.UTC(2026, 0, 5, 7);
const DAYS_BETWEEN = 4;
const MS_PER_DAY = 24 * 60 * 60 * 1000;

function hazardsOf(company: DemoCompany, count: number): DemoHazard[] {
  const people = demoPeople.filter(({ companyId }) => companyId === company.id);
  return Array.from({ length: count }, (_, index) => {
    const [title, hazardType, description] = kinds[index % kinds.length] as Kind;
    const reporter = people[(index * 7) % people.length] as (typeof people)[number];
    return {
      id: demoId('hazard', company.name, index),
      companyId: company.id,
      title,
      description,
      hazardType,
      orgStructureId: reporter.orgStructureId,
      reportedByPersonnelId: reporter.id,
      identifiedAt: new Date(FIRST_DAY + index * DAYS_BETWEEN * MS_PER_DAY).toISOString(),
      likelihood: 1 + (index % 5),
      severity: 1 + ((index * 2) % 5),
    };
  });
}

export const demoHazards: DemoHazard[] = [
  ...hazardsOf(demoQuarries, HAZARDS_OF_DEMO_QUARRIES),
  ...hazardsOf(otherWorks, HAZARDS_OF_OTHERS),
];
