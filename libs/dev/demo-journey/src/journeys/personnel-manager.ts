import type { Api } from '../api.js';
import type { Report } from '../report.js';
import type { Door, RoleJourney } from './role-journey.js';

/**
 * People come, move and go:
 * 1. `hire`: a person who starts next month, with what is sensitive
 * 2. `move`: another site from a day to come on, and how the person is seen on days before and after
 * 3. `protect`: the sensitive members for the one who may see them, and for the manager of the site
 * 4. `admit`: a contractor whose validity runs out
 */
export const personnelManager: RoleJourney = {
  title: 'A personnel manager: a new colleague, a move to another site, and a contractor who leaves',
  walk,
};

interface Row {
  id: string;
  [member: string]: unknown;
}
interface List<Item> {
  data: Item[];
}
interface Scene {
  api: Api;
  report: Report;
  north: Row;
  south: Row;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const [STARTS, MOVES] = [inDays(30), inDays(120)];

async function walk({ report, signIn }: Door): Promise<void> {
  const api = await signIn('admin@demo.example');
  const sites = (await api.get<List<Row>>('/orgstructures?type=site&limit=200')).body.data;
  const siteOf = (name: string): Row => {
    const site = sites.find((one) => one['name'] === name);
    if (!site) throw new Error(`There is no ${name}`);
    return site;
  };
  const scene = { api, report, north: siteOf('North Quarry'), south: siteOf('South Quarry') };
  const person = await hire(scene);
  await move(scene, person);
  await protect(scene, await signIn('manager@demo.example'), person);
  await admit(scene);
}

async function hire({ api, report, north }: Scene): Promise<Row> {
  report(`1. Somebody starts at North Quarry on ${STARTS}`);
  const person = (
    await api.post<Row>('/personnel', {
      firstName: 'Orla',
      lastName: `Keane ${Date.now()}`,
      hireDate: STARTS,
      dateOfBirth: '1990-05-17',
      address: { line1: '4 Mill Lane', city: 'Sligo', countryCode: 'IE' },
      initialHistory: job(north, 'Fitter'),
    })
  ).body;
  expectSame([person['jobTitle'], person['nextChangeDate']], [null, STARTS]);
  const contact = { name: 'Fionn Keane', relationship: 'spouse', phonePrimary: '+353861112233', priority: 1 };
  await api.post(`/personnel/${person.id}/emergencycontacts`, contact);
  report(`  = ${person['personnelNumber']} has no job today, and one from ${STARTS} on`);
  return person;
}

async function move({ api, report, north, south }: Scene, { id }: Row): Promise<void> {
  report(`2. From ${MOVES} on she works at South Quarry`);
  await api.post(`/personnel/${id}/history`, {
    ...job(south, 'Foreman'),
    effectiveDate: MOVES,
    reason: 'promotion',
  });
  const history = (await api.get<List<Row>>(`/personnel/${id}/history`)).body.data;
  expectSame(history[1]?.['changedToRecordId'], history[0]?.id);
  for (const [date, site, title] of [
    [inDays(60), north, 'Fitter'],
    [inDays(150), south, 'Foreman'],
  ] as const) {
    const seen = (await api.get<Row>(`/personnel/${id}?asOf=${date}`)).body;
    expectSame([seen['orgStructureId'], seen['jobTitle']], [site.id, title]);
    report(`  = on ${date}: ${title} at ${seen['orgStructurePath']}`);
  }
}

async function protect({ api, report }: Scene, manager: Api, { id }: Row): Promise<void> {
  report('3. Who works with personnel data sees what is sensitive; the manager of the site does not');
  const whole = (await api.get<Row>(`/personnel/${id}?include=emergencyContacts`)).body;
  expectSame(whole['dateOfBirth'], '1990-05-17');
  const seen = (await manager.get<Row>(`/personnel/${id}?include=emergencyContacts`)).body;
  const redacted = ['/dateOfBirth', '/sex', '/address', '/emergencyContacts'];
  expectSame([seen['dateOfBirth'], seen['redactedFields']], [null, redacted]);
  await manager.get(`/personnel/${id}/payroll`, 403);
  report(`  = withheld from the manager: ${redacted.join(', ')}`);
}

async function admit({ api, report, north }: Scene): Promise<void> {
  report('4. A contractor is admitted for a week; another one was until yesterday');
  const admitted = async (lastName: string, validTo: string): Promise<Row> =>
    (
      await api.post<Row>('/associate', {
        firstName: 'Conor',
        lastName: `${lastName} ${Date.now()}`,
        associateType: 'contractor',
        employerName: 'Daly Drilling',
        orgStructureIds: [north.id],
        validFrom: inDays(-30),
        validTo,
      })
    ).body;
  const [current, past] = [await admitted('Daly', inDays(7)), await admitted('Dunne', inDays(-2))];
  expectSame([current['expired'], past['expired']], [false, true]);
  const valid = `/associate/details?ids=${current.id},${past.id}&validOn=`;
  const on = async (date: string) => (await api.get<List<Row>>(valid + date)).body.data.map(({ id }) => id);
  expectSame([await on(inDays(0)), await on(inDays(14))], [[current.id], []]);
  report(`  = valid today: ${current['displayName']}; in two weeks: nobody`);
}

const job = (site: Row, jobTitle: string) => ({
  orgStructureId: site.id,
  jobTitle,
  employmentType: 'fullTime',
  employmentStatus: 'active',
});

function expectSame(received: unknown, expected: unknown): void {
  if (JSON.stringify(received) !== JSON.stringify(expected))
    throw new Error(`Answered ${JSON.stringify(received)} where ${JSON.stringify(expected)} was expected`);
}
