// Companies at full size: how soon a change of an administrator counts everywhere, the companies of a user of
// many, and the memory of the export: see README.md. Linux alone, it reads /proc.
import { demoQuarries, demoUsers } from '@safety/demo-data';
import { startSuite } from '@safety/local-stack';
import { demand } from '../common/goals.mjs';
import { ownerOf } from '../common/lists/seed.mjs';
import { measureExport } from './export.mjs';
import { measureInvitations } from './invitations.mjs';
import { measureOwnCompanies } from './own-companies.mjs';
import { Callers, measureRefusals } from './refusals.mjs';
import { joinMany, ofMany, seedChanges, seedCompanies } from './seed.mjs';

const COMPANIES = Number(process.env.COMPANIES ?? 50);
const MEMBERS = Number(process.env.MEMBERS ?? 1_000);
const ROUNDS = Number(process.env.ROUNDS ?? 20);
const MANY = Number(process.env.MANY ?? 500);
const CHANGES = Number(process.env.CHANGES ?? 200_000);
const GOALS = { refusedMs: 700, apartMs: 3, overSql: 2, exportMb: 48 };
/** A user of the demo who has a password, and comes and goes. */
const person = { email: 'employee@demo.example', givenName: 'Erin', familyName: 'Employee' };

const unlimited = Object.fromEntries(
  ['ADDRESS', 'CLIENT', 'USER', 'COMPANY'].map((name) => [`RATE_LIMIT_${name}`, '10000000']),
);
const suite = await startSuite({
  env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' },
  replicas: { gateway: 2 },
  settings: { gateway: unlimited },
});
const [accounts, identity] = [await ownerOf(suite, 'accounts'), await ownerOf(suite, 'identity')];
try {
  const callers = new Callers(suite, identity);
  const companies = await seedCompanies(accounts, identity, { companies: COMPANIES, members: MEMBERS });
  await callers.administrator();
  // Without another company the user is signed out everywhere on leaving one.
  const { id: personId } = demoUsers.find(({ email }) => email === person.email);
  await callers.administer(demoQuarries.id, 'DELETE', `/users/${personId}`);
  await callers.untilKnown(personId, demoQuarries.id, false);

  const refusals = await measureRefusals(callers, companies, person, ROUNDS);
  console.table(refusals);
  for (const row of refusals) {
    const worst = Math.max(row['refusedMs p99'], row['refreshMs p99'] ?? 0);
    demand(`${row.change}: known everywhere within ${GOALS.refusedMs} ms`, worst <= GOALS.refusedMs);
  }

  const before = await callers.signIn(ofMany.email);
  await joinMany(accounts, identity, ofMany.id, MANY - 2);
  const after = await callers.signIn(ofMany.email);
  const own = await measureOwnCompanies(suite, ofMany.id, after.access_token, ROUNDS);
  const sizes = [before, after].map(({ access_token: token }) => token.length);
  console.table([{ ...own, tokenOfTwo: sizes[0], tokenOfMany: sizes[1] }]);
  demand('an access token of the same size', sizes[0] === sizes[1]);
  demand(`the list within ${GOALS.overSql} of its SQL`, own.ratio <= GOALS.overSql);

  const invitations = await measureInvitations(callers, accounts, companies, ofMany.email);
  console.table([invitations]);
  demand('an invitation that does not tell who is known', invitations.apartMs <= GOALS.apartMs);

  const [{ id: audited }] = companies;
  const exports = [];
  for (const count of [CHANGES / 4, CHANGES]) {
    await seedChanges(accounts, audited, count - (exports.at(-1)?.changes ?? 0));
    // The first answer compiles code and prepares statements.
    await measureExport(suite, callers.admin, audited);
    exports.push(await measureExport(suite, callers.admin, audited));
  }
  console.table(exports);
  demand(
    `at most ${GOALS.exportMb} MB more while it exports`,
    exports.every(({ grownMb }) => grownMb <= GOALS.exportMb),
  );
} finally {
  await Promise.all([accounts.end(), identity.end()]);
  await suite.stop();
}
