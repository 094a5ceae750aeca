import { expect, it } from '@jest/globals';
import { PublishedCompany, type PublishedPlace } from '../testing/published-company.js';
import { select, startWithCompany } from '../testing/training-under-test.js';

const { api, admin } = await startWithCompany();
const published = new PublishedCompany(api, admin.companyId);

const pathSinceOf = async ({ id }: PublishedPlace) => {
  const text = 'SELECT path_since FROM org_structures WHERE id = $1';
  return (await select(api, admin.companyId, text, [id]))[0]?.['path_since'];
};

it('waits for the org structure above that comes later: below the same item nothing begins anew', async () => {
  const before = await published.addPlace();
  const there = await published.addPlace(before);
  const above = published.place();
  above.itemId = before.itemId;
  await expect(published.move(there, above)).rejects.toThrow('tried again');
  await published.publishPlace(above);
  await published.publishPlace(there);
  expect(await pathSinceOf(there)).toBeNull();
});

it('goes on from the first of the days on which it came below the same item', async () => {
  const [there, first, above] = [await published.addPlace(), await published.addPlace(), published.place()];
  const between = await published.addPlace(first);
  // A Monday and a Friday.
  await published.move(there, first, '2026-03-02');
  await published.move(there, between, '2026-03-06');
  for (const place of [between, above]) {
    place.itemId = first.itemId;
    await published.publishPlace(place);
  }
  await published.move(there, above);
  expect(await pathSinceOf(there)).toEqual(['2026-03-02', null]);
});
