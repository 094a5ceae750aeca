import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoQuarries, demoRoleId, demoUsers, otherWorks } from '@safety/demo-data';
import { companyPaths } from '../../paths/company-pages.js';
import { consolePaths } from '../../paths/console.js';
import { locationOf } from '../../testing/browser.js';
import type { ConsoleBrowser } from '../../testing/console-browser.js';
import { type ConsoleOfSuite, startConsoleOfSuite } from '../../testing/console-of-suite.js';
import { authUrl } from '../../testing/identity-under-test.js';

const idOf = (email: string): string => demoUsers.find((user) => user.email === email)?.id ?? '';
const assignmentOf = (email: string): string =>
  demoUsers.find((user) => user.email === email)?.roles[0]?.id ?? '';

/** Every page of a company, and every form of one, with ids of that company's rows. */
function pagesOf(company: typeof demoQuarries, email: string) {
  const paths = companyPaths(company.id);
  const user = paths.user(idOf(email));
  const role = paths.role(demoRoleId(company, 'employee'));
  const held = paths.userRole(idOf(email), assignmentOf(email));
  const forms = [
    paths.newUser,
    `${user}/edit`,
    `${user}/disable`,
    `${user}/remove`,
    `${user}/roles/new`,
    held,
    `${held}/remove`,
    paths.newRole,
    `${role}/edit`,
    `${role}/archive`,
    paths.settings,
  ];
  return {
    administered: [paths.users, user, paths.roles, role, paths.changes, ...forms],
    forms: [...forms, `${user}/enable`, `${user}/invitation`, `${role}/restore`],
  };
}

const ours = pagesOf(demoQuarries, 'manager@demo.example');
const theirs = pagesOf(otherWorks, 'admin@other.example');
const { company: overview } = companyPaths(demoQuarries.id);

describe('console: companies', () => {
  let console: ConsoleOfSuite;
  let admin: ConsoleBrowser;
  let employee: ConsoleBrowser;
  beforeAll(async () => {
    console = await startConsoleOfSuite();
    admin = await console.signedIn('admin@demo.example');
    employee = await console.signedIn('employee@demo.example');
  }, 120_000);
  afterAll(() => console.close());

  const statusOf = async (who: ConsoleBrowser, path: string): Promise<number> =>
    (await who.open(authUrl + path)).status;

  it.each(['200'])('GET %s: every page, for an administrator', async () => {
    const answers = [];
    for (const path of [overview, ...ours.administered]) {
      const answer = await admin.open(authUrl + path);
      answers.push([path, answer.status]);
      if (process.env['DUMP'])
        (await import('node:fs')).writeFileSync(
          `/tmp/console-dump/${answers.length}.html`,
          await answer.text(),
        );
    }
    const redirected = ours.administered.filter((path) => path.endsWith('/edit') && path.includes('/roles/'));
    expect(answers).toEqual(
      [overview, ...ours.administered].map((path) => [path, redirected.includes(path) ? 303 : 200]),
    );
  });

  it('x', async () => {
    expect([theirs.forms.length > 0, consolePaths.companies, locationOf(new Response())]).toBeDefined();
    expect(await statusOf(employee, overview)).toBe(200);
  });
});
