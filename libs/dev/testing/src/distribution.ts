import { expect, it } from '@jest/globals';
import { connected } from '@safety/local-stack';
import type pg from 'pg';
import type { TestApi } from './api.js';

/** The questions of `@safety/persistence`, whose specs need this package. */
export interface Distribution {
  obstaclesTo(owner: pg.ClientBase): Promise<readonly string[]>;
  distributionOf(owner: pg.ClientBase): Promise<{
    readonly local: readonly string[];
    readonly triggers: readonly string[];
    readonly inTheWay: readonly { readonly table: string; readonly name: string }[];
  }>;
}

export interface DistributionOptions {
  /** Tables that stay on one node, beside those of the bus. */
  local?: readonly string[];
  /** Triggers, each `table trigger`: each writes rows of the company of its row alone. */
  triggers?: readonly string[];
  /** Foreign keys, each `table key`, that lose an action on update there, or close a circle of tables. */
  inTheWay?: readonly string[];
}

const LOCAL = ['bus_generation', 'bus_positions', 'inbox', 'migrations', 'outbox'];

/** The tables of a service can be distributed by company over many nodes, but those that are named. */
export function describeDistribution(
  api: () => TestApi,
  { obstaclesTo, distributionOf }: Distribution,
  { local = [], triggers = [], inTheWay = [] }: DistributionOptions = {},
): void {
  it('its tables can be distributed by company, but those that are named', async () => {
    await connected(api().database.ownerUrl, async (owner) => {
      expect(await obstaclesTo(owner)).toEqual([]);
      const found = await distributionOf(owner);
      expect(found.local).toEqual([...LOCAL, ...local].sort().map((table) => `public.${table}`));
      expect(found.triggers).toEqual(['changes changes_unchanged', ...triggers].sort());
      expect(found.inTheWay.map(({ table, name }) => `${table} ${name}`)).toEqual(inTheWay);
    });
  });
}
