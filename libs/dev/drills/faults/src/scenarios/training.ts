import { setTimeout as delay } from 'node:timers/promises';
import { demoPlaces, demoQuarries } from '@safety/demo-data';
import { Api, addedId, newName } from '../api.js';
import { HOLD_MS, type Scenario } from './scenario.js';
import { must, until } from './until.js';

const AFTER_A_MOVE = 'standings follow a move after ms';
const AFTER_AN_OUTAGE = 'standings follow after an outage after ms';
/** How soon is for the goals: a machine that does much else is slow and loses nothing. */
const FOLLOWS_WITHIN_MS = 30_000;

const place = (name: string) => {
  const found = demoPlaces.find((one) => one.companyId === demoQuarries.id && one.name === name);
  if (!found) throw new Error(`The demo has no ${name}`);
  return found;
};

/** The courses that somebody of no particular job is to do at each of the places. */
const workshop = { ...place('North Quarry Workshop'), demands: 'Isolation and lock-out of fixed plant' };
const depot = { ...place('Harbour Depot Loading'), demands: 'Manual handling' };
type Place = typeof workshop;

const job = ({ id }: Place) => ({
  orgStructureId: id,
  jobTitle: 'Drill hand',
  employmentType: 'fullTime',
  employmentStatus: 'active',
});

/** Somebody who is moved between two places with different requirements. */
class Mover {
  private constructor(
    private readonly api: Api,
    private readonly id: string,
  ) {}

  static async at(api: Api, there: Place): Promise<Mover> {
    const initialHistory = job(there);
    const person = { firstName: 'Drill', hireDate: '2026-01-05', initialHistory };
    const path = '/api/personnel';
    const write = { path, body: (lastName: string) => ({ ...person, lastName }) };
    return new Mover(
      api,
      addedId(await api.add({ ...write, app: 'personnel-org', table: '', column: '' }, newName())),
    );
  }

  async move(there: Place): Promise<void> {
    const { status } = await this.api.send(`/api/personnel/${this.id}/history?date=2026-01-05`, {
      method: 'PUT',
      body: JSON.stringify({ ...job(there), effectiveDate: '2026-01-05' }),
    });
    must(`the move is answered 200 and not ${status}`, status === 200);
  }

  /** The courses that the standings of the person name. */
  async courses(): Promise<string[]> {
    const { body } = await this.api.send(`/api/training?personnelId=${this.id}&requirement=mandatory`);
    return (body as { data: { courseName: string }[] }).data.map(({ courseName }) => courseName);
  }

  /** Milliseconds until the standings are those of a place. */
  async followed(there: Place): Promise<number> {
    const startedAt = performance.now();
    const elsewhere = there === depot ? workshop : depot;
    await until(
      `the standings follow to ${there.name}`,
      async () => {
        const courses = await this.courses();
        return courses.includes(there.demands) && !courses.includes(elsewhere.demands);
      },
      FOLLOWS_WITHIN_MS,
    );
    return Math.round(performance.now() - startedAt);
  }
}

/** Standings follow a person to another place, also when Redis is unavailable while the person moves. */
export const peopleMove: Scenario = {
  name: 'people move while Redis is away',
  concerns: [],
  // A service that lost Redis comes back to it by itself within seconds.
  goals: { [AFTER_A_MOVE]: 2_000, [AFTER_AN_OUTAGE]: 10_000 },
  happen: async (testbed, note) => {
    const mover = await Mover.at(await Api.of(testbed), depot);
    await mover.followed(depot);
    await mover.move(workshop);
    note(AFTER_A_MOVE, await mover.followed(workshop));

    const ways = [testbed.redis['personnel-org'], testbed.redis.training];
    await Promise.all(ways.map((way) => way.cut()));
    await mover.move(depot);
    await delay(HOLD_MS);
    must('nothing reaches training without Redis', (await mover.courses()).includes(workshop.demands));
    await Promise.all(ways.map((way) => way.restore()));
    note(AFTER_AN_OUTAGE, await mover.followed(depot));
  },
};
