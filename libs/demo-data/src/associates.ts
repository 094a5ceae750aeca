import type { AssociateType } from '@safety/contracts';
import { type DemoCompany, demoCompanies } from './companies.js';
import { demoId } from './ids.js';
import { demoPlaces } from './org-structures.js';
import { demoPeople } from './personnel.js';

export interface DemoAssociate {
  id: string;
  companyId: string;
  firstName: string;
  lastName: string;
  associateType: AssociateType;
  employerName: string | null;
  jobTitle: string | null;
  orgStructureIds: string[];
  /** The person who leads the site. */
  hostPersonnelId: string | null;
  /** Days from today until the validity ends; null: it does not. */
  validForDays: number | null;
}

type Row = [
  firstName: string,
  lastName: string,
  type: AssociateType,
  employer: string | null,
  jobTitle: string | null,
  validForDays: number | null,
];

const rows: Row[] = [
  ['Conor', 'Daly', 'contractor', 'Daly Drilling', 'Driller', 14],
  ['Marta', 'Kowalska', 'contractor', 'Daly Drilling', 'Driller', 200],
  ['Piet', 'Vermeer', 'subcontractor', 'Crane Works', 'Crane technician', 7],
  ['Lena', 'Brandt', 'contractor', 'Belt Service', 'Conveyor technician', -30],
  ['Samir', 'Haddad', 'agencyWorker', 'Quick Staff', 'General operative', 60],
  ['Rosa', 'Lima', 'consultant', 'Rock Survey', 'Geotechnical surveyor', 365],
  ['Tom', 'Hughes', 'visitor', null, null, 0],
  ['Ines', 'Moreau', 'student', null, null, 90],
  ['Karl', 'Nyberg', 'supplier', 'Explosives Supply', 'Delivery driver', null],
];

/** The same people work for each company, at its sites in turn. */
function associatesOf({ id: companyId }: DemoCompany): DemoAssociate[] {
  const sites = demoPlaces.filter((place) => place.companyId === companyId && place.type === 'site');
  return rows.map(([firstName, lastName, associateType, employerName, jobTitle, validForDays], index) => {
    const site = sites[index % sites.length];
    return {
      id: demoId('associate', companyId, index),
      companyId,
      firstName,
      lastName,
      associateType,
      employerName,
      jobTitle,
      orgStructureIds: site ? [site.id] : [],
      hostPersonnelId: demoPeople.find(({ orgStructureId }) => orgStructureId === site?.id)?.id ?? null,
      validForDays,
    };
  });
}

export const demoAssociates: DemoAssociate[] = demoCompanies.flatMap(associatesOf);
