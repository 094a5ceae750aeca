import { absent, frequent, numbered } from '../numbered.mjs';
import { nobody } from '../queries.mjs';
import { pick } from '../sql.mjs';

/** As many days as accounts keeps. */
const DAYS = 400;
const resources = ['companies', 'company_users', 'roles', 'role_assignments', 'service_clients'];
const operations = ['added', 'changed', 'changed', 'changed', 'archived', 'restored'];

/** The change record of accounts, a partition for each month: a hundred changes of each row. */
export const changes = {
  service: 'accounts',
  below: '/accounts',
  tables: ['changes'],
  seed: [
    `DO $do$ DECLARE month timestamp; ends timestamp;
      -- The oldest partition of a new database is one day.
      oldest date := (SELECT min(to_date(relname, '"d"YYYYMMDD')) FROM pg_class
        WHERE relnamespace = 'change_days'::regnamespace AND relkind = 'r');
    BEGIN
      FOR month IN SELECT date_trunc('month', oldest) - make_interval(months => ago) FROM generate_series(0, 14) AS ago LOOP
        ends := least(month + interval '1 month', oldest);
        CONTINUE WHEN ends = month;
        EXECUTE format('CREATE TABLE change_days.%I PARTITION OF changes FOR VALUES FROM (%L) TO (%L)',
          'd' || to_char(ends - interval '1 day', 'YYYYMMDD'), month AT TIME ZONE 'UTC', ends AT TIME ZONE 'UTC');
      END LOOP; END $do$`,
    (company) => `INSERT INTO changes (company_id, resource, id, version, operation, members, actor_user_id,
        client_id, by_operator, changed_at)
      SELECT ${company}, ${pick(resources, 3)}, ${numbered('n / 100')}, n % 100 + 1, ${pick(operations)},
        '[{"member": "givenName", "from": "Una", "to": "Ursula", "redacted": false}]',
        CASE WHEN n % 20 > 0 THEN ${numbered('n % 50')} END, CASE WHEN n % 40 > 0 THEN 'client-' || n % 7 END,
        n % 1000 = 0, now() - make_interval(secs => ${(DAYS - 2) * 86_400} * ((hashint4(n)::bigint + 2147483648) / 4294967296.0))`,
  ],
  lists: {
    audit: [
      '',
      ...resources.map((resource) => `resource=${resource}`),
      `rowId=${frequent}`,
      `rowId=${absent}`,
      'operation=archived',
      'operation=deleted',
      `changedByUserId=${frequent}`,
      `changedByUserId=${nobody}`,
      'clientId=client-3',
      'clientId=none',
      'clientId=none&resource=roles',
      ...['user', 'client', 'system', 'operator'].map((actor) => `actor=${actor}`),
      'changedFrom=2100-01-01T00:00:00Z',
      'changedTo=2000-01-01T00:00:00Z',
    ],
  },
  lastPlace: `SELECT changed_at AS place, number FROM changes
    WHERE company_id = $1 ORDER BY changed_at, number OFFSET $2 LIMIT 1`,
};
