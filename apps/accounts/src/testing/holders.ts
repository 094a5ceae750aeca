import { sql } from './accounts-under-test.js';

/** Gives a role to so many new users of a company. Resolves with their ids. */
export async function addHolders(companyId: string, roleId: string, count: number): Promise<string[]> {
  const rows = await sql(
    `WITH added AS (
       INSERT INTO users (id, email, given_name, family_name)
       SELECT gen_random_uuid(), 'holder-' || gen_random_uuid() || '@holders.example', 'Hal', 'Holder'
       FROM generate_series(1, $3::int) RETURNING id, email),
     members AS (
       INSERT INTO company_users (company_id, id, email, given_name, family_name)
       SELECT $1::uuid, id, email, 'Hal', 'Holder' FROM added RETURNING id)
     INSERT INTO role_assignments (company_id, id, user_id, role_id)
     SELECT $1::uuid, gen_random_uuid(), id, $2::uuid FROM members RETURNING user_id AS "userId"`,
    [companyId, roleId, count],
  );
  return rows.map(({ userId }) => String(userId));
}

/** Keeps the job from all holders who are noted by what `work` does. */
export async function whileNotTouched<Result>(work: () => Promise<Result>): Promise<Result> {
  const dueFrom = (from: string) => sql(`ALTER TABLE due_role_changes ALTER due_at SET DEFAULT ${from}`);
  await dueFrom("'infinity'");
  try {
    return await work();
  } finally {
    await dueFrom('now()');
    await sql("UPDATE due_role_changes SET due_at = now() WHERE due_at = 'infinity'");
  }
}
