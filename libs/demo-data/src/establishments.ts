import type { Establishment } from '@safety/contracts';
import { type DemoCompany, demoQuarries } from './companies.js';
import { demoPlaces, placeId } from './org-structures.js';
import { demoPeople } from './personnel.js';

const YEARS = [2024, 2025];
const HOURS_OF_A_YEAR = 1_840;

type Address = Pick<Establishment, 'naicsCode' | 'streetAddress' | 'city' | 'state' | 'zip'> & {
  site: string;
  industry: string;
};

const addresses: Address[] = [
  {
    site: 'North Quarry',
    industry: 'Crushed and broken granite',
    naicsCode: '212313',
    streetAddress: '4 Ledge Road',
    city: 'Barre',
    state: 'VT',
    zip: '05641',
  },
  {
    site: 'South Quarry',
    industry: 'Crushed and broken limestone',
    naicsCode: '212312',
    streetAddress: '210 Quarry Lane',
    city: 'Bedford',
    state: 'IN',
    zip: '47421',
  },
];

/** The figures of a site, with all who work below it. */
function establishmentOf(
  company: DemoCompany,
  { site, industry: industryDescription, ...address }: Address,
): [string, Establishment] {
  const id = placeId(company, site);
  const below = new Set(demoPlaces.filter(({ pathIds }) => pathIds.includes(id)).map((place) => place.id));
  const employees = demoPeople.filter(({ orgStructureId }) => below.has(orgStructureId)).length;
  const establishment = {
    legalName: `${company.legalName}, ${site}`,
    companyName: company.name,
    ein: null,
    industryDescription,
    establishmentType: 'private' as const,
    ...address,
    years: YEARS.map((year) => ({
      year,
      annualAverageEmployees: employees,
      peakEmployees: employees + 6,
      totalHoursWorked: employees * HOURS_OF_A_YEAR,
      certifiedByName: 'Max Manager',
      certifiedByTitle: 'Quarry manager',
      certifiedByPhone: null,
      certifiedOn: `${year + 1}-01-30`,
    })),
  };
  return [id, establishment];
}

/** The sites as the forms of OSHA ask for them, by the id of the place. */
export const demoEstablishments: ReadonlyMap<string, Establishment> = new Map(
  addresses.map((address) => establishmentOf(demoQuarries, address)),
);
