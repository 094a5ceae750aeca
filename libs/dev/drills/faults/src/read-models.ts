import { type AppName, connected, type Suite } from '@safety/local-stack';

/** Rows in use of one owner, and where they are followed. Each statement has the same columns. */
interface Followed {
  owner: AppName;
  what: string;
  rows: string;
  readers: readonly { app: AppName; rows: string }[];
}

const like = (rows: string, ...apps: AppName[]) => apps.map((app) => ({ app, rows }));

/** Each read model. A row of the owner that is lost is archived, disabled or deleted at readers. */
const followed: readonly Followed[] = [
  {
    owner: 'personnel-org',
    what: 'people',
    rows: `SELECT company_id, id, version, user_id, line_manager_id, coalesce(preferred_name, first_name) || ' ' || last_name
      FROM personnel WHERE archived_at IS NULL`,
    readers: [
      ...like(
        'SELECT company_id, id, version, user_id, line_manager_id, display_name FROM personnel WHERE NOT archived',
        ...(['hazards-events', 'training'] as const),
      ),
    ],
  },
  {
    owner: 'personnel-org',
    what: 'org structures',
    rows: 'SELECT company_id, id, version FROM org_structures WHERE archived_at IS NULL',
    readers: like(
      'SELECT company_id, id, version FROM org_structures WHERE NOT archived',
      ...(['hazards-events', 'training', 'accounts'] as const),
    ),
  },
  {
    owner: 'personnel-org',
    what: 'associates',
    rows: 'SELECT company_id, id, version FROM associates WHERE archived_at IS NULL',
    readers: like(
      'SELECT company_id, id, version FROM associates WHERE NOT archived',
      ...(['hazards-events', 'training'] as const),
    ),
  },
  {
    owner: 'accounts',
    what: 'users',
    rows: 'SELECT id, version, email, given_name, family_name FROM users WHERE disabled_at IS NULL',
    readers: like(
      'SELECT id, version, email, given_name, family_name FROM users WHERE NOT disabled',
      'identity',
    ),
  },
  {
    owner: 'accounts',
    what: 'users of companies',
    rows: 'SELECT company_id, id, version FROM company_users WHERE archived_at IS NULL',
    readers: [
      { app: 'hazards-events', rows: 'SELECT company_id, id, version FROM company_users WHERE belongs' },
      {
        app: 'personnel-org',
        rows: 'SELECT company_id, user_id AS id, version FROM company_users WHERE belongs',
      },
    ],
  },
  {
    owner: 'accounts',
    what: 'companies',
    // The demo tells training of them by itself, in a version of its own.
    rows: 'SELECT id, time_zone FROM companies',
    readers: like('SELECT company_id, time_zone FROM companies', 'training'),
  },
  {
    owner: 'training',
    what: 'courses',
    rows: 'SELECT company_id, id, version, name FROM courses WHERE archived_at IS NULL',
    readers: like(
      'SELECT company_id, id, version, name FROM courses WHERE NOT archived',
      ...(['hazards-events', 'personnel-org'] as const),
    ),
  },
  {
    owner: 'identity',
    what: 'clients of companies',
    rows: `SELECT company_id, id, version, name FROM clients
      WHERE company_id IS NOT NULL AND 'client_credentials' = ANY (grant_types)`,
    readers: like(
      'SELECT company_id, id, version, name FROM service_clients WHERE archived_at IS NULL AND acts_for_itself',
      'accounts',
    ),
  },
];

/** How many rows, and a digest of them all. */
async function digestOf(suite: Suite, app: AppName, rows: string): Promise<string> {
  const address = new URL(suite.databaseUrl);
  address.pathname = new URL(suite.environment[app]['DATABASE_URL'] ?? '').pathname;
  const text = `SELECT count(*) || ' rows, ' || md5(coalesce(string_agg(r::text, '|' ORDER BY r::text), '')) AS digest
    FROM (${rows}) AS r`;
  return connected(
    address.href,
    async (client) => (await client.query<{ digest: string }>(text)).rows[0]?.digest ?? '',
  );
}

/** Read models of the service, or of its rows elsewhere, that differ from what their owner holds. */
export async function differingReadModels(suite: Suite, service: AppName): Promise<string[]> {
  const found = followed.flatMap(({ readers, ...followedRows }) =>
    readers
      .filter(({ app }) => service === app || service === followedRows.owner)
      .map((reader) => ({ ...followedRows, reader })),
  );
  const compared = await Promise.all(
    found.map(async ({ owner, what, rows, reader }) => {
      const [held, known] = [
        await digestOf(suite, owner, rows),
        await digestOf(suite, reader.app, reader.rows),
      ];
      return held === known ? [] : [`${what} of ${owner}: ${held}, but ${known} at ${reader.app}`];
    }),
  );
  return compared.flat();
}
