import { randomUUID } from 'node:crypto';
import type { CompanyState, PersonnelState } from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import type { TestApi } from '@safety/testing';
import { OrgStructureReadModel } from '../read-models/org-structure-read-model.js';
import { People } from '../read-models/people.js';
import { Requirements } from '../read-models/requirements.js';
import type { WantedRequirement } from './requirements.js';
import { day } from './training-under-test.js';

export interface PublishedPlace {
  id: string;
  itemId: string;
  parent: PublishedPlace | undefined;
}
export type PublishedPerson = Omit<PersonnelState, 'version'>;

const pathOf = (place: PublishedPlace): string[] => [...(place.parent ? pathOf(place.parent) : []), place.id];

/** A company of which everything comes by the ways of the messages, as personnel-org publishes it. */
export class PublishedCompany {
  /** The rows that `addPeople` and `addPlace` write have the first one. */
  private version = 1;
  private readonly places: PublishedPlace[] = [];
  /** Called in the transaction of each message, once it is applied. */
  whileOpen = async (): Promise<void> => undefined;

  constructor(
    private readonly api: TestApi,
    private readonly companyId: string,
  ) {}

  /** An org structure of which nothing has been published yet. */
  place(parent?: PublishedPlace): PublishedPlace {
    const place = { id: randomUUID(), itemId: randomUUID(), parent };
    this.places.push(place);
    return place;
  }

  async addPlace(parent?: PublishedPlace): Promise<PublishedPlace> {
    const place = this.place(parent);
    await this.publishPlace(place);
    return place;
  }

  isBelow(place: PublishedPlace, above: PublishedPlace | undefined): boolean {
    return above !== undefined && pathOf(place).includes(above.id);
  }

  /** Publishes a place and each one below it, as their messages are applied: the last ones first or last. */
  async move(
    place: PublishedPlace,
    parent: PublishedPlace | undefined,
    on = day(0),
    order: 'down' | 'up' = 'down',
  ): Promise<void> {
    place.parent = parent;
    const moved = this.places.filter((other) => this.isBelow(other, place));
    const depth = (other: PublishedPlace) => pathOf(other).length * (order === 'down' ? 1 : -1);
    for (const other of moved.toSorted((a, b) => depth(a) - depth(b))) await this.publishPlace(other, on);
  }

  /** At noon: the same date in Dublin and in UTC, by which messages of an unknown company go. */
  async publishPlace(place: PublishedPlace, on = day(0), { archived = false } = {}): Promise<void> {
    const { id, itemId } = place;
    const named = { name: 'Place', path: 'Place', pathIds: pathOf(place), timeZone: null, archived };
    const state = { id, itemId, ...named, version: this.next() };
    await this.run(() =>
      this.api.app.get(OrgStructureReadModel).keep(this.companyId, state, new Date(`${on}T12:00:00Z`)),
    );
  }

  async addPerson(changes: Partial<PublishedPerson> = {}): Promise<PublishedPerson> {
    const person: PublishedPerson = {
      id: randomUUID(),
      displayName: 'Aoife Byrne',
      userId: null,
      orgStructureId: null,
      placeId: null,
      jobTitle: null,
      employmentStatus: 'active',
      workingSince: null,
      formerly: [],
      lineManagerId: null,
      archived: false,
      ...changes,
    };
    await this.publishPerson(person);
    return person;
  }

  async publishPerson(person: PublishedPerson): Promise<void> {
    const state = { ...person, version: this.next() };
    await this.run(() => this.api.app.get(People).keep(this.companyId, state));
  }

  async require({ itemId }: PublishedPlace, requirements: WantedRequirement[]): Promise<void> {
    const state = {
      itemId,
      version: this.next(),
      itemName: 'Item',
      archived: false,
      requirements: requirements.map((wanted) => ({
        requirement: 'mandatory' as const,
        jobTitles: [],
        graceDays: 60,
        effectiveFrom: day(-300),
        ...wanted,
      })),
    };
    await this.run(() => this.api.app.get(Requirements).keep(this.companyId, state));
  }

  private run(work: () => Promise<void>): Promise<void> {
    return this.api.app.get(CompanyTransactions).run(this.companyId, async () => {
      await work();
      await this.whileOpen();
    });
  }

  private next(): number {
    this.version += 1;
    return this.version;
  }
}

/** A company in this time zone, as accounts publishes it. */
export function companyState(id: string, version: number, timeZone: string): CompanyState {
  return {
    ...{ id, version, timeZone, name: 'C', status: 'active', riskBands: null },
    ...{ allowSelfApproval: false, defaultApproverUserIds: [], sessionLifetimeMinutes: null },
  };
}
