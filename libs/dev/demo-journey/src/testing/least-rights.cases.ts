import { describe, expect, it } from '@jest/globals';
import { appsWithDatabase, connected, type Suite, startSuite } from '@safety/local-stack';
import { Redis } from 'ioredis';
import pg from 'pg';

/**
 * The roles and users of the services may do what they need, and no more. `env` is that of the suite,
 * `notices` are what its start said. Stops the suite.
 */
export function describeLeastRights(
  suite: () => Suite,
  env: NodeJS.ProcessEnv,
  notices: readonly string[],
): void {
  const urlOf = (app: (typeof appsWithDatabase)[number]): URL =>
    new URL(suite().environment[app]['DATABASE_URL'] ?? '');

  describe('the role of a service in PostgreSQL', () => {
    const others = appsWithDatabase.flatMap((app) =>
      appsWithDatabase.filter((other) => other !== app).map((other) => [app, other] as const),
    );

    it.each(others)('of %s may not connect to the database of %s', async (app, other) => {
      const url = urlOf(app);
      url.pathname = urlOf(other).pathname;
      await expect(connected(url.href, async () => undefined)).rejects.toMatchObject({ code: '42501' });
    });

    it.each(appsWithDatabase)('of %s has no right but its own at any database of the suite', async (app) => {
      const role = decodeURIComponent(urlOf(app).username);
      const own = urlOf(app).pathname.slice(1);
      const databases = appsWithDatabase.map((name) => urlOf(name).pathname.slice(1));
      const { rows } = await connected(suite().databaseUrl, (client) =>
        client.query(
          `SELECT datname AS database, may FROM pg_database, unnest('{CONNECT,TEMPORARY,CREATE}'::text[]) AS may
         WHERE datname = ANY($1) AND has_database_privilege($2, oid, may)`,
          [databases, role],
        ),
      );
      expect(rows).toEqual([{ database: own, may: 'CONNECT' }]);
    });

    it.each(appsWithDatabase)(
      'of %s: nothing in its database is open to everybody or to another role',
      async (app) => {
        const role = decodeURIComponent(urlOf(app).username);
        const url = new URL(suite().databaseUrl);
        url.pathname = urlOf(app).pathname;
        const { rows } = await connected(url.href, (client) =>
          client.query(
            `WITH grants AS (
           SELECT 'schema ' || nspname AS what, acl.*, nspowner AS owner
             FROM pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner))) AS acl
             WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
           UNION ALL SELECT relkind::text || ' ' || relname, acl.*, relowner
             FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace,
               aclexplode(coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner))) AS acl
             WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND relkind IN ('r', 'p', 'v', 'm', 'S')
           UNION ALL SELECT 'function ' || proname, acl.*, proowner
             FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace,
               aclexplode(coalesce(proacl, acldefault('f', proowner))) AS acl
             WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
           UNION ALL SELECT 'default ' || defaclobjtype::text, acl.*, defaclrole
             FROM pg_default_acl, aclexplode(defaclacl) AS acl)
         SELECT what, grantee::regrole::text AS grantee, privilege_type AS may FROM grants
         WHERE grantee NOT IN (owner, $1::text::regrole)`,
            [pg.escapeIdentifier(role)],
          ),
        );
        // The role of searches cannot log in; what it may is in libs/persistence/src/lists/search.spec.ts.
        const database = url.pathname.slice(1);
        const ownRoles = ['pg_database_owner', `${database}_search`];
        if (app === 'accounts') ownRoles.push(`${database}_operator`);
        expect(rows.filter(({ grantee }) => !ownRoles.includes(grantee.replaceAll('"', '')))).toEqual([]);
      },
    );

    it('of the command line of accounts sees all companies, in its database alone; no service knows it', async () => {
      const url = suite().commandEnvironment.accounts['OPERATOR_DATABASE_URL'] ?? '';
      const count = (address: string) =>
        connected(address, async (client) => (await client.query('SELECT FROM companies')).rowCount);
      expect(await count(url)).toBeGreaterThan(1);
      expect(await count(urlOf('accounts').href)).toBe(0);
      const elsewhere = new URL(url);
      elsewhere.pathname = urlOf('identity').pathname;
      await expect(count(elsewhere.href)).rejects.toMatchObject({ code: '42501' });
      const known = Object.values(suite().environment).flatMap((environment) => Object.values(environment));
      expect(known.filter((value) => value.includes(new URL(url).password))).toEqual([]);
    });

    it('of training may call no function of identity, nor hold its locks', async () => {
      const { rows } = await connected(urlOf('identity').href, (client) =>
        client.query(
          "SELECT has_function_privilege(current_user, 'audit_keep_days(integer)', 'EXECUTE') AS may",
        ),
      );
      expect(rows).toEqual([{ may: true }]);
      const url = urlOf('training');
      url.pathname = urlOf('identity').pathname;
      const call = connected(url.href, (client) => client.query('SELECT audit_keep_days(1)'));
      await expect(call).rejects.toMatchObject({ code: '42501' });
    });
  });

  describe('the user of a service in Redis', () => {
    it('is its own in every service', () => {
      const names = Object.values(suite().environment).map(
        ({ REDIS_URL }) => new URL(REDIS_URL ?? '').username,
      );
      expect(new Set(names).size).toBe(6);
      expect(names.every((name) => /^test_[0-9a-f]+_/.test(name))).toBe(true);
      expect(notices.filter((line) => line.startsWith('Redis:'))).toEqual([]);
    });

    it('is refused nothing that the service does', async () => {
      const redis = new Redis(suite().redisUrl);
      const log = (await redis.call('ACL', 'LOG', 1000)) as unknown[][];
      redis.disconnect();
      const prefix = new URL(suite().environment.gateway['REDIS_URL'] ?? '').username.replace(/gateway$/, '');
      const entries = log.map((fields) => fields.map(String).join(' '));
      expect(entries.filter((entry) => entry.includes(prefix))).toEqual([]);
    });
  });

  it('each service knows its own signing key and no other', () => {
    const keys = Object.values(suite().environment).flatMap(({ BUS_SIGNING_KEY }) => BUS_SIGNING_KEY ?? []);
    expect([keys.length, new Set(keys).size]).toEqual([5, 5]);
    expect(suite().environment.gateway['BUS_SIGNING_KEY']).toBeUndefined();
  });

  it('with a credential that may not create users, a start says in one line that every service uses it', async () => {
    const [lines, redis, stop] = [[] as string[], new Redis(suite().redisUrl), new AbortController()];
    await redis.call('ACL', 'SETUSER', 'mere', 'reset', 'on', '>mere', '~*', '&*', '+@all', '-acl');
    const url = new URL(suite().redisUrl);
    [url.username, url.password] = ['mere', 'mere'];
    const start = startSuite({
      env: { ...env, REDIS_URL: url.href },
      demo: false,
      signal: stop.signal,
      log: (line) => {
        lines.push(line);
        // Its environment then follows from the users alone: suite-environment.spec.ts of local-stack.
        if (line.startsWith('Redis:')) stop.abort();
      },
    });
    try {
      await expect(start).rejects.toThrow();
      expect(lines.filter((line) => line.startsWith('Redis:'))).toEqual([
        expect.stringMatching(/^Redis: every service uses the credential of REDIS_URL, .* \(NOPERM/),
      ]);
    } finally {
      await redis.call('ACL', 'DELUSER', 'mere');
      redis.disconnect();
    }
  }, 120_000);

  it('throw-away users are gone when the suite has stopped', async () => {
    const redis = new Redis(suite().redisUrl);
    // Others of the same run have the same beginning.
    const [name = ''] =
      /test_[0-9a-f]{8}_[0-9a-f]{8}_/.exec(suite().environment.gateway['REDIS_URL'] ?? '') ?? [];
    const users = async () =>
      ((await redis.call('ACL', 'USERS')) as string[]).filter((user) => user.startsWith(name));
    expect(await users()).toHaveLength(7);
    await suite().stop();
    expect(await users()).toEqual([]);
    redis.disconnect();
  });
}
