import { type DemoCompany, demoCompanies, demoQuarries } from './companies.js';
import { demoId } from './ids.js';
import { demoPlaces } from './org-structures.js';
import { demoUsers } from './users.js';

export interface DemoPerson {
  id: string;
  companyId: string;
  personnelNumber: string;
  firstName: string;
  lastName: string;
  email: string;
  hireDate: string;
  lineManagerId: string | null;
  userId: string | null;
  orgStructureId: string;
  jobTitle: string;
}

const firstNames = [
  'Aoife',
  'Brian',
  'Carla',
  'Daan',
  'Elena',
  'Farid',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaya',
  'Liam',
  'Mara',
];
const lastNames = [
  'Adler',
  'Byrne',
  'Costa',
  'Dekker',
  'Egan',
  'Fischer',
  'Gallagher',
  'Hansen',
  'Ivanov',
  'Jansen',
  'Kelly',
];
const jobTitles = [
  'Excavator operator',
  'Crusher operator',
  'Fitter',
  'Driver',
  'Shift supervisor',
  'Blaster',
  'Surveyor',
];
const SUPERVISORS_EVERY = 10;

const pick = <Value>(values: readonly Value[], index: number): Value =>
  values[index % values.length] as Value;

function peopleOf(company: DemoCompany, count: number): DemoPerson[] {
  const places = demoPlaces.filter(
    ({ companyId, type }) => companyId === company.id && type !== 'company' && type !== 'region',
  );
  const users = demoUsers.filter(({ roles }) => roles.some(({ companyId }) => companyId === company.id));
  const idOf = (index: number) => demoId('person', company.name, index);
  return Array.from({ length: count }, (_, index) => {
    const user = users[index];
    const firstName = user?.givenName ?? pick(firstNames, index);
    const lastName = user?.familyName ?? pick(lastNames, index * 3 + Math.floor(index / lastNames.length));
    const supervisor = index - (index % SUPERVISORS_EVERY);
    return {
      id: idOf(index),
      companyId: company.id,
      personnelNumber: `P-${String(index + 1).padStart(6, '0')}`,
      firstName,
      lastName,
      email:
        user?.email ??
        `${firstName}.${lastName}.${index + 1}@${company.name.split(' ')[0]}.example`.toLowerCase(),
      hireDate: `${2010 + (index % 14)}-${String(1 + (index % 12)).padStart(2, '0')}-01`,
      lineManagerId: index === 0 ? null : idOf(supervisor === index ? 0 : supervisor),
      userId: user?.id ?? null,
      orgStructureId: pick(places, index).id,
      jobTitle: supervisor === index ? 'Site manager' : pick(jobTitles, index),
    };
  });
}

const PEOPLE_OF_DEMO_QUARRIES = 200;
const PEOPLE_OF_OTHERS = 20;

export const demoPeople: DemoPerson[] = demoCompanies.flatMap((company) =>
  peopleOf(company, company === demoQuarries ? PEOPLE_OF_DEMO_QUARRIES : PEOPLE_OF_OTHERS),
);
