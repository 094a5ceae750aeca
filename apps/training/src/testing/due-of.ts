import { expect } from '@jest/globals';
import { CompanyTransactions } from '@safety/persistence';
import { eventually, type TestApi } from '@safety/testing';
import { IndexedStandingRows } from '../standings/indexed-standings.rows.js';
import { day } from './training-under-test.js';

/** The people of a company of whom the index says nothing today. */
export const dueOf = (api: TestApi, companyId: string): Promise<string[] | undefined> =>
  api.app
    .get(CompanyTransactions)
    .run(companyId, () => api.app.get(IndexedStandingRows).due(companyId, day(0)), 'read');

/** Waits until the index knows everybody. */
export const indexed = (api: TestApi, companyId: string): Promise<void> =>
  eventually(async () => expect(await dueOf(api, companyId)).toEqual([]));
