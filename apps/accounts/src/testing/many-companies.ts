type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Lets a user join so many new companies, which have another administrator too. Resolves with their ids. */
export async function joinCompanies(sql: Sql, userId: string, count: number): Promise<string[]> {
  const rows = await sql(
    `WITH other AS (
       INSERT INTO users (id, email, given_name, family_name)
       SELECT id, id || '@test.example', 'Olga', 'Other' FROM gen_random_uuid() AS id RETURNING id),
     added AS (
       INSERT INTO companies (id, name, country_code, time_zone, default_locale)
       SELECT gen_random_uuid(), 'Company ' || at % 50, 'IE', 'Europe/Dublin', 'en'
       FROM generate_series(1, $2::int) AS at RETURNING id),
     roles AS (
       INSERT INTO roles (company_id, id, name, built_in)
       SELECT id, gen_random_uuid(), 'admin', 'admin' FROM added RETURNING company_id, id),
     members AS (
       INSERT INTO company_users (company_id, id, email, given_name, family_name)
       SELECT added.id, u.id, u.email, u.given_name, u.family_name FROM added, (
         SELECT id, email, given_name, family_name FROM users WHERE id = $1
         UNION ALL SELECT id, id || '@test.example', 'Olga', 'Other' FROM other) AS u
       RETURNING company_id, id)
     INSERT INTO role_assignments (company_id, id, user_id, role_id)
     SELECT company_id, gen_random_uuid(), members.id, roles.id FROM roles JOIN members USING (company_id)
     RETURNING company_id AS "companyId", user_id AS "userId"`,
    [userId, count],
  );
  return rows.filter((row) => row['userId'] === userId).map(({ companyId }) => String(companyId));
}

/** Keeps the job from all companies that are noted by what `work` does. */
export async function whileNotTold(sql: Sql, work: () => Promise<unknown>): Promise<void> {
  const dueFrom = (from: string) => sql(`ALTER TABLE due_own_companies ALTER due_at SET DEFAULT ${from}`);
  await dueFrom("'infinity'");
  try {
    await work();
  } finally {
    await dueFrom('now()');
    await sql("UPDATE due_own_companies SET due_at = now() WHERE due_at = 'infinity'");
  }
}
