import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import {
  associateChanged,
  type MessageContract,
  orgStructureChanged,
  type PersonnelState,
  personnelChanged,
  trainingRequirementsChanged,
} from '@safety/contracts';
import {
  type CompanyActor,
  type CompanyRecord,
  type CompanyRows,
  CompanyTransactions,
  execute,
} from '@safety/persistence';
import { DataSource } from 'typeorm';
import { NIL as FIRST_ID } from 'uuid';
import { AssociateRows, associateState } from '../associates/associates.rows.js';
import { OrgStructureItemRows, requirementsState } from '../org-structures/org-structure-items.rows.js';
import { OrgStructureRows, orgStructureState } from '../org-structures/org-structures.rows.js';
import { PersonnelToday } from '../personnel/personnel-today.js';

const BATCH = 500;
/** Messages of the outbox that one statement looks through. */
const MESSAGES_AT_ONCE = 20_000;
const FOR_GOOD = '2200-12-31';

/** The rows of a table that are published, and the message of each. */
interface Published {
  table: string;
  contract: MessageContract;
  /** The states of rows by their ids. */
  states(company: CompanyActor, ids: readonly string[]): Promise<unknown[]>;
}

/**
 * Publishes the state of each row once more, for a reader that lacks some or holds a wrong one. Versions stay
 * as they are.
 */
@Injectable()
export class PublishedStates {
  private readonly kinds: readonly Published[];

  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly people: PersonnelToday,
    items: OrgStructureItemRows,
    places: OrgStructureRows,
    associates: AssociateRows,
  ) {
    this.kinds = [
      publishedOf('org_structures', orgStructureChanged, places, orgStructureState),
      publishedOf('org_structure_items', trainingRequirementsChanged, items, requirementsState),
      {
        table: 'personnel',
        contract: personnelChanged,
        states: (company, ids) => this.personnel(company, ids),
      },
      publishedOf('associates', associateChanged, associates, associateState),
    ];
  }

  private async personnel(company: CompanyActor, ids: readonly string[]): Promise<PersonnelState[]> {
    const { companyId } = company;
    const states: PersonnelState[] = [];
    for (const [day, those] of await this.byLastDay(companyId, ids)) {
      await this.people.set(company, day);
      states.push(...(await this.people.states(company, those)));
    }
    return states;
  }

  /**
   * People by the last day on which those of their records are in force that have taken effect: the one
   * before the first that waits. Records of one day take effect one after the other.
   */
  private async byLastDay(companyId: string, ids: readonly string[]): Promise<Map<string, string[]>> {
    const { client } = this.transactions.current(companyId);
    // count is read: the first of the records that wait of each person; nothing is decided by it
    const text = `SELECT personnel_id AS id, (min(effective_date) - 1)::text AS day FROM history_due
      WHERE company_id = $1 AND personnel_id = ANY($2) GROUP BY personnel_id`;
    const { rows } = await execute<{ id: string; day: string }>(client, text, [companyId, ids]);
    const dayOf = new Map(rows.map(({ id, day }) => [id, day]));
    return Map.groupBy(ids, (id) => dayOf.get(id) ?? FOR_GOOD);
  }

  /**
   * The companies of which anything was ever published. The outbox keeps a message of each row for good: one
   * statement about all of it would meet its time limit.
   */
  async companies(): Promise<string[]> {
    const found = new Set<string>();
    // count is read: where the next part begins; nothing is decided by it
    const text = `SELECT max(id) AS last, array_agg(DISTINCT company) AS companies
      FROM (SELECT id, envelope ->> 'companyId' AS company FROM outbox WHERE id > $1 ORDER BY id LIMIT $2) AS part`;
    for (let last: string | null = '0'; last !== null; ) {
      const parts: { last: string | null; companies: (string | null)[] | null }[] =
        await this.dataSource.query(text, [last, MESSAGES_AT_ONCE]);
      for (const company of parts[0]?.companies ?? []) if (company !== null) found.add(company);
      last = parts[0]?.last ?? null;
    }
    return [...found].sort();
  }

  /** Resolves with how many states were published. */
  async publish(companyId: string): Promise<number> {
    let published = 0;
    for (const kind of this.kinds)
      for (let last: string | undefined = FIRST_ID; last !== undefined; ) {
        const ids: string[] = await this.publishBatch(companyId, kind, last);
        published += ids.length;
        last = ids.length < BATCH ? undefined : ids.at(-1);
      }
    return published;
  }

  /**
   * The rows are locked against writes until the commit: no older state can come behind a newer one. Readers
   * and writers of other rows go on.
   */
  private publishBatch(companyId: string, { table, contract, states }: Published, last: string) {
    return this.transactions.asSystem(companyId, async (system) => {
      const transaction = this.transactions.current(companyId);
      const text = `SELECT id FROM ${table} WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT ${BATCH} FOR SHARE`;
      const { rows } = await execute<{ id: string }>(transaction.client, text, [companyId, last]);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await this.outbox.addAll(transaction, contract, await states(system, ids), true);
      return ids;
    });
  }
}

const publishedOf = <Row extends CompanyRecord>(
  table: string,
  contract: MessageContract,
  rows: CompanyRows<Row>,
  stateOf: (row: Row) => unknown,
): Published => ({
  table,
  contract,
  states: async (company, ids) => (await rows.unrestricted.findAll(company, ids)).map(stateOf),
});
