// The first page of a list beside the last one. Nobody walks 25,000 pages for it: the cursor of the last page
// is made as the service makes it, of the place where the other direction of the same order begins.
import { demoQuarries } from '@safety/demo-data';
import { Cursors } from '../../libs/persistence/dist/index.js';
import { ask } from '../common/lists/ask.mjs';
import { ownerOf } from '../common/lists/seed.mjs';
import { median, rounded } from '../common/statistics.mjs';

const PAGE = 200;
/** By then PostgreSQL has settled on a plan for both statements. */
const UNTIL_SETTLED = 8;

/** Both pages of each order of a list that can be turned round; `rounds` times each, in turns. */
export async function measureLastPages(suite, resource, list, headers, rounds) {
  const measured = [];
  const url = suite.urls[resource.service];
  const cursors = new Cursors({ CURSOR_SECRET: suite.environment[resource.service].CURSOR_SECRET });
  for (const order of ordersOf(resource, list)) {
    const first = `/${list}?limit=${PAGE}${order.query}`;
    const begin = await placeIn(url, first, headers, cursors);
    const end = order.turned
      ? (await placeIn(url, `/${list}?limit=${PAGE}${order.turned}`, headers, cursors)).position
      : await lastPlace(suite, resource);
    const last = `${first}&cursor=${cursors.encode(begin.scope, end)}`;
    const { body } = await ask(url, last, headers);
    // Rows without a value are last in both directions.
    if (body.page.hasMore) continue;
    if (body.data.length < PAGE - 1) throw new Error(`${last} has ${body.data.length} rows alone`);
    const times = { first: [], last: [] };
    for (let round = -UNTIL_SETTLED; round < rounds; round++) {
      const [firstMs, lastMs] = [(await ask(url, first, headers)).ms, (await ask(url, last, headers)).ms];
      if (round < 0) continue;
      times.first.push(firstMs);
      times.last.push(lastMs);
    }
    const [firstMs, lastMs] = [median(times.first), median(times.last)];
    measured.push({
      list,
      order: order.query.slice(1) || 'newest first',
      first: rounded(firstMs),
      last: rounded(lastMs),
      ratio: Number((lastMs / firstMs).toFixed(2)),
    });
  }
  return measured;
}

/** Each `sort` whose other direction is a `sort` too; of a resource with one order, that one. */
function ordersOf({ lists, lastPlace }, list) {
  if (lastPlace) return [{ query: '' }];
  return lists[list]
    .filter((query) => query.startsWith('sort='))
    .map((query) => ({ query: `&${query}`, turned: `&${turned(query)}` }));
}

const turned = (query) =>
  query.startsWith('sort=-') ? query.replace('sort=-', 'sort=') : query.replace('sort=', 'sort=-');

/** Where the page ends. */
async function placeIn(url, path, headers, cursors) {
  const { body } = await ask(url, path, headers);
  if (!body.page?.nextCursor)
    throw new Error(`${path} has no next page: ${JSON.stringify(body).slice(0, 300)}`);
  return cursors.open(body.page.nextCursor);
}

async function lastPlace(suite, { service, lastPlace }) {
  const owner = await ownerOf(suite, service);
  try {
    const { rows } = await owner.query(lastPlace, [demoQuarries.id, PAGE]);
    return [rows[0].place.toISOString(), rows[0].number];
  } finally {
    await owner.end();
  }
}
