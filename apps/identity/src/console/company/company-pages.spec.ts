import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoQuarries, demoRoleId, otherWorks } from '@safety/demo-data';
import { eventually } from '@safety/testing';
import { companyPaths, heldRolesPath } from '../../paths/company-pages.js';
import { consolePaths } from '../../paths/console.js';
import { demoMailboxPath } from '../../paths/demo-mailbox.js';
import { locationOf } from '../../testing/browser.js';
import { administered, idOfUser, ours, theirs } from '../../testing/company-pages.js';
import type { ConsoleBrowser } from '../../testing/console-browser.js';
import { type ConsoleOfSuite, startConsoleOfSuite } from '../../testing/console-of-suite.js';
import { authUrl } from '../../testing/identity-under-test.js';
import { describeOffers } from './offers.cases.js';

type Fields = [string, string][];

const paths = companyPaths(demoQuarries.id);
const employeeRole = demoRoleId(demoQuarries, 'employee');
const MARKUP = '<script>alert(1)</script>';

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
const versionAt = async (path: string): Promise<string> =>
  /name="version" value="(\d+)"/.exec(await admin.text(path))?.[1] ?? '';
const idIn = (response: Response): string => locationOf(response)?.pathname.split('/').at(-1) ?? '';

const invitation = (email: string, ...more: Fields): Fields => [
  ['email', email],
  ['givenName', 'Nina'],
  ['familyName', 'New'],
  ['roleId', employeeRole],
  ['reach', 'everywhere'],
  ...more,
];
const invited = async (name = 'Nina'): Promise<string> => {
  const fields = invitation(`${randomUUID()}@demo.example`).map(([field, value]): [string, string] =>
    field === 'givenName' ? [field, name] : [field, value],
  );
  return idIn(await admin.send(paths.newUser, fields));
};
/** The fields that a browser sends of a form that is left as it is. */
const sentBy = (page: string): Fields =>
  [...page.matchAll(/<input ([^>]+)>/g)].flatMap(([, input = '']): Fields => {
    const of = (name: string): string => new RegExp(` ?${name}="([^"]*)"`).exec(input)?.[1] ?? '';
    const isBox = ['checkbox', 'radio'].includes(of('type'));
    if (/ disabled/.test(input) || (isBox && !/ checked/.test(input)) || of('name') === 'csrf') return [];
    return [[of('name'), of('value')]];
  });
/** Where the forms are that take a role from the user of the page. */
const removalsOn = (page: string): string[] =>
  page.match(/(?<=")[^"]*\/roles\/[0-9a-f-]{36}\/remove(?=")/g) ?? [];
const isOffered = (page: string, name: string, value: string): boolean =>
  new RegExp(`name="${name}" value="${value}"( checked)?>`).test(
    page.replaceAll(/<input type="hidden"[^>]*>/g, ''),
  );

const madeRole = async (name: string, ...permissions: string[]): Promise<string> => {
  const fields: Fields = [
    ['name', name],
    ...permissions.map((one): [string, string] => ['permissions', one]),
  ];
  return idIn(await admin.send(paths.newRole, fields));
};
const settingsWith = (...changed: Fields): Fields => {
  const given = new Map([
    ['name', 'Demo Quarries'],
    ['legalName', 'Demo Quarries Limited'],
    ['countryCode', 'IE'],
    ['timeZone', 'Europe/Dublin'],
    ['defaultLocale', 'en'],
    ['bandMedium', '5'],
    ['bandHigh', '10'],
    ['bandVeryHigh', '16'],
    ['sessionLifetimeMinutes', ''],
    ...changed,
  ]);
  return [...given];
};

describe('console: who sees the pages of a company', () => {
  it.each(administered(ours))('GET %s 303 to the sign-in, without a session', async (path) => {
    const answer = await console.fetch(authUrl + path, { headers: { accept: 'text/html' } });
    const next = locationOf(answer);
    expect([answer.status, next?.pathname, next?.searchParams.get('to')]).toEqual([
      303,
      consolePaths.signIn,
      path,
    ]);
  });

  it('GET 200: every page, for an administrator', async () => {
    const answers = await Promise.all(
      administered(ours).map(async (path) => [path, await statusOf(admin, path)]),
    );
    expect(answers).toEqual(administered(ours).map((path) => [path, 200]));
  });

  it('GET 403: every page but the overview, for an employee, with a clear word', async () => {
    for (const path of administered(ours)) {
      const answer = await employee.open(authUrl + path);
      expect([path, answer.status, await answer.text()]).toEqual([
        path,
        403,
        expect.stringContaining('This is for administrators of the company'),
      ]);
    }
    const overview = await employee.text(paths.company);
    expect(overview).toContain('<h1>Demo Quarries</h1>');
    for (const path of [paths.users, paths.roles, paths.settings])
      expect(overview).not.toContain(`"${path}"`);
  });

  it('POST 403: every form, for an employee', async () => {
    for (const path of ours.forms) {
      const answer = await employee.send(path, { reach: 'everywhere' });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });

  it('GET, POST 404: a company that is not the user’s, none at all, and no id', async () => {
    for (const path of [companyPaths(otherWorks.id).company, ...administered(theirs)])
      expect([path, await statusOf(admin, path)]).toEqual([path, 404]);
    for (const path of theirs.forms) expect([path, (await admin.send(path)).status]).toEqual([path, 404]);
    for (const id of [randomUUID(), 'nobody', '%00', '..%2f..'])
      expect([id, await statusOf(admin, `${consolePaths.companies}/${id}`)]).toEqual([id, 404]);
  });

  it('GET, POST 404: rows of another company under the own one', async () => {
    const foreign = (path: string): string => path.replace(otherWorks.id, demoQuarries.id);
    const rows = [...theirs.users, ...theirs.roles]
      .map(foreign)
      .filter((path) => !administered(ours).includes(path));
    expect(rows.length).toBeGreaterThan(6);
    for (const path of rows) expect([path, await statusOf(admin, path)]).toEqual([path, 404]);
    const fields = {
      reach: 'everywhere',
      roleId: employeeRole,
      name: 'Nobody',
      givenName: 'A',
      familyName: 'B',
    };
    for (const path of theirs.forms.map(foreign).filter((form) => !ours.forms.includes(form)))
      expect([path, (await admin.send(path, fields)).status]).toEqual([path, 404]);
  });

  it('POST 403: forms of another session, or without their token; nothing is changed', async () => {
    const csrf = await employee.csrf();
    for (const path of ours.forms)
      for (const body of [new URLSearchParams({ csrf }), new URLSearchParams()])
        expect([path, (await admin.open(authUrl + path, { method: 'POST', body })).status]).toEqual([
          path,
          403,
        ]);
    expect(await admin.text(paths.user(idOfUser('manager@demo.example')))).toContain('Event manager');
  });

  it('POST 403: a form that a page of another site sends', async () => {
    const body = new URLSearchParams({ csrf: await admin.csrf() });
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await admin.open(authUrl + paths.settings, { method: 'POST', body, headers })).status).toBe(403);
  });

  it('GET 303: a user of one company is led there, one of several chooses', async () => {
    const answer = await admin.open(authUrl + consolePaths.companies);
    expect([answer.status, locationOf(answer)?.pathname]).toEqual([303, paths.company]);
    const both = await console.signedIn('both@demo.example');
    const page = await both.text(consolePaths.companies);
    expect(page).toContain(paths.company);
    expect(page).toContain(companyPaths(otherWorks.id).company);
    expect(await both.text(`${consolePaths.companies}?q=quarr`)).not.toContain('Other Works');
    expect(await statusOf(both, companyPaths(otherWorks.id).users)).toBe(200);
  });

  it.each([
    '//evil.example',
    'https://evil.example/auth/console',
    '/auth/console/../../evil',
    '/\\evil.example',
  ])('GET 303: after the sign-in, %s is not where the browser goes', async (to) => {
    const answer = await admin.open(`${authUrl}${consolePaths.signIn}?${new URLSearchParams({ to })}`);
    const begun = await admin.follow(answer);
    expect(new URL(begun.url || authUrl, authUrl).origin).toBe(authUrl);
    expect(begun.status).toBeLessThan(400);
  });
});

describe('console: users of a company', () => {
  it('POST 303: invited, renamed, disabled, enabled, invited again, removed', async () => {
    const email = `${randomUUID()}@demo.example`;
    const page = await admin.follow(await admin.send(paths.newUser, invitation(email)));
    const shown = await page.text();
    for (const text of [
      'The user is invited.',
      email,
      'Nina New',
      'Employee',
      'In the whole company',
      'sent, not accepted yet',
    ])
      expect(shown).toContain(text);
    const [id = ''] = new RegExp(`(?<=${paths.users}/)[0-9a-f-]{36}`).exec(shown) ?? [];
    const user = paths.user(id);
    const version = await versionAt(`${user}/edit`);
    const renamed = await admin.sendAndFollow(`${user}/edit`, {
      givenName: 'Nora',
      familyName: 'New',
      version,
    });
    expect(renamed).toContain('Nora New');
    const disabled = await admin.sendAndFollow(`${user}/disable`, {
      version: await versionAt(`${user}/disable`),
    });
    expect(disabled).toContain('The user is disabled in this company.');
    const press = async (button: string) =>
      admin.sendAndFollow(`${user}/${button}`, { version: await versionAt(user) });
    expect(await press('enable')).toContain('The user is enabled again.');
    expect(await press('invitation')).toContain('The invitation is on its way');
    const removed = await admin.sendAndFollow(`${user}/remove`, {
      version: await versionAt(`${user}/remove`),
    });
    expect(removed).toContain('The user no longer belongs to the company.');
    expect(await admin.text(`${paths.users}?q=${email}`)).toContain('No user is like that.');
  });

  it.each<[string, string, string]>([
    ['email', 'nobody', 'Please enter an e-mail address'],
    ['email', 'admin@demo.example', 'A user with this address belongs to the company already.'],
    ['givenName', '', 'Please fill this in.'],
    ['familyName', 'x'.repeat(101), 'Too long: please enter at most 100 characters.'],
    ['roleId', '', 'Please choose one.'],
    ['roleId', demoRoleId(otherWorks, 'employee'), 'There is no such thing in this company any more.'],
    ['roleId', 'nothing', 'This cannot be read.'],
    ['reach', '', 'Please choose one.'],
    ['reach', 'places', 'Please tick at least one place.'],
  ])(
    'POST /users/new 422: %s "%s"; the sentence at the field, the rest kept',
    async (name, value, sentence) => {
      const fields = invitation(`${randomUUID()}@demo.example`).map(([field, given]): [string, string] =>
        field === name ? [field, value] : [field, given],
      );
      const answer = await admin.send(paths.newUser, fields);
      const page = await answer.text();
      expect([answer.status, page]).toEqual([422, expect.stringContaining(`href="#${name}"`)]);
      expect(page).toContain(sentence);
      if (name !== 'familyName') expect(page).toContain('value="New"');
    },
  );

  it('POST /users/new 422: places together with the whole company', async () => {
    const [place] = /(?<=name="places" value=")[0-9a-f-]{36}/.exec(await admin.text(paths.newUser)) ?? [];
    const fields = invitation(`${randomUUID()}@demo.example`, ['places', place ?? '']);
    const answer = await admin.send(paths.newUser, fields);
    const page = await answer.text();
    expect([answer.status, page]).toEqual([422, expect.stringContaining('please choose one.')]);
    expect(page).toContain(`value="${place}" checked`);
  });

  it('GET /users 200, 422: found by name, status and role; a search that is too short says so', async () => {
    expect(await admin.text(`${paths.users}?q=erin`)).toContain('Erin Employee');
    expect(await admin.text(`${paths.users}?status=disabled`)).not.toContain('Erin Employee');
    expect(await admin.text(`${paths.users}?role=${employeeRole}`)).not.toContain('Ada Admin');
    const answer = await admin.open(`${authUrl}${paths.users}?q=e`);
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('Please enter 2 to 100 characters.'),
    ]);
    const lost = await admin.open(`${authUrl}${paths.users}?cursor=lost`);
    expect([lost.status, locationOf(lost)?.pathname]).toEqual([303, paths.users]);
  });

  it('POST 412: the second of two is told, what was typed stays, and saving again replaces', async () => {
    const user = paths.user(await invited());
    const version = await versionAt(`${user}/edit`);
    await admin.send(`${user}/edit`, { givenName: 'First', familyName: 'New', version });
    const second = await admin.send(`${user}/edit`, { givenName: 'Second', familyName: 'New', version });
    const page = await second.text();
    expect([second.status, page]).toEqual([412, expect.stringContaining('By now this is: First')]);
    expect(page).toContain('value="Second"');
    const [, now = ''] = /name="version" value="(\d+)"/.exec(page) ?? [];
    const again = await admin.sendAndFollow(`${user}/edit`, {
      givenName: 'Second',
      familyName: 'New',
      version: now,
    });
    expect(again).toContain('Second New');
  });
});

describe('console: roles', () => {
  it('POST 303: made, changed, given at a place, taken away, archived, brought back', async () => {
    const role = await madeRole(`Inspector ${randomUUID()}`, 'hazards.read', 'orgstructures.read');
    expect(await admin.text(paths.role(role))).toContain('See approved hazards, and your own.');
    const user = paths.user(await invited());
    const form = await admin.text(`${heldRolesPath(user)}/new`);
    const [place = ''] = /(?<=name="places" value=")[0-9a-f-]{36}/.exec(form) ?? [];
    const given = await admin.sendAndFollow(`${heldRolesPath(user)}/new`, {
      roleId: role,
      reach: 'places',
      places: place,
    });
    expect(given).toContain('The role is given.');
    expect(given).toContain('<li>Demo Quarries</li>');
    const twice = await admin.send(`${heldRolesPath(user)}/new`, {
      roleId: role,
      reach: 'places',
      places: place,
    });
    expect([twice.status, await twice.text()]).toEqual([
      422,
      expect.stringContaining('The user holds this role there already.'),
    ]);
    const archive = `${paths.role(role)}/archive`;
    const inUse = await admin.send(archive, { version: await versionAt(archive) });
    expect([inUse.status, await inUse.text()]).toEqual([
      409,
      expect.stringContaining('Somebody holds this role.'),
    ]);
    const held =
      (given.match(new RegExp(`${heldRolesPath(user)}/[0-9a-f-]{36}/remove`, 'g')) ?? []).at(-1) ?? '';
    const names = await admin.text(held);
    expect(names).toContain('Inspector');
    expect(await admin.sendAndFollow(held, { version: await versionAt(held) })).toContain(
      'The role is taken away.',
    );
    expect(await admin.sendAndFollow(archive, { version: await versionAt(archive) })).toContain(
      'The role is archived.',
    );
    expect(await admin.text(`${paths.roles}?archived`)).toContain(role);
    const restored = { version: await versionAt(paths.role(role)) };
    expect(await admin.sendAndFollow(`${paths.role(role)}/restore`, restored)).toContain('The role is back.');
  });

  it.each<[string, Fields, string]>([
    ['name', [['name', ' ']], 'Please fill this in.'],
    ['name', [['name', 'admin']], 'This is in use already.'],
    [
      'description',
      [
        ['name', 'Long'],
        ['description', 'x'.repeat(2001)],
      ],
      'at most 2000 characters',
    ],
    [
      'permissions',
      [
        ['name', 'Odd'],
        ['permissions', 'hazards.eat'],
      ],
      'Please choose one.',
    ],
  ])('POST /roles/new 422: %s', async (name, fields, sentence) => {
    const answer = await admin.send(paths.newRole, fields);
    const page = await answer.text();
    expect([answer.status, page]).toEqual([422, expect.stringContaining(sentence)]);
    expect(page).toContain(`href="#${name}"`);
  });

  it('POST 409: a built-in role, and the last administrator', async () => {
    const role = paths.role(employeeRole);
    const page = await admin.send(`${role}/edit`, { name: 'Mine', version: '1' });
    expect([page.status, await page.text()]).toEqual([409, expect.stringContaining('This role is built in')]);
    expect(await statusOf(admin, `${role}/edit`)).toBe(303);
    const other = await console.signedIn('admin@other.example');
    const theirPaths = companyPaths(otherWorks.id);
    for (const email of ['both@demo.example', 'admin@other.example']) {
      const remove = `${theirPaths.user(idOfUser(email))}/remove`;
      const version = /name="version" value="(\d+)"/.exec(await other.text(remove))?.[1] ?? '';
      const answer = await other.send(remove, { version });
      const isLast = email === 'admin@other.example';
      expect([email, answer.status]).toEqual([email, isLast ? 409 : 303]);
      if (isLast) expect(await answer.text()).toContain('The company needs one active user');
    }
  });

  it('POST 412: a role that somebody else has changed', async () => {
    const name = `Twice ${randomUUID()}`;
    const edit = `${paths.role(await madeRole(name, 'hazards.read'))}/edit`;
    const version = await versionAt(edit);
    await admin.send(edit, { name: `${name} first`, permissions: 'events.read', version });
    const answer = await admin.send(edit, { name: `${name} second`, permissions: 'hazards.read', version });
    const page = await answer.text();
    expect([answer.status, page]).toEqual([412, expect.stringContaining(`By now this is: ${name} first`)]);
    expect(page).toContain('By now this is: events.read');
    expect(page).toContain('value="hazards.read" checked');
  });
});

describe('console: an administrator who may not do everything', () => {
  beforeAll(async () => {
    const role = await madeRole(`Keeper ${randomUUID()}`, 'users.manage', 'roles.manage');
    const held = heldRolesPath(paths.user(idOfUser('employee@demo.example')));
    await admin.sendAndFollow(`${held}/new`, { roleId: role, reach: 'everywhere' });
    await eventually(async () => expect(await statusOf(employee, paths.roles)).toBe(200));
  });

  it('POST 403: nobody gives what they do not have; the sentence names it', async () => {
    const fields: Fields = [
      ['name', 'More'],
      ['permissions', 'hazards.approve'],
    ];
    const answer = await employee.send(paths.newRole, fields);
    const page = await answer.text();
    expect([answer.status, page]).toEqual([403, expect.stringContaining('“Approve and reject hazards.”')]);
    expect(page).toContain('value="hazards.approve" checked');
    const give = await employee.send(paths.newUser, [
      ...invitation(`${randomUUID()}@demo.example`).filter(([name]) => name !== 'roleId'),
      ['roleId', demoRoleId(demoQuarries, 'admin')],
    ]);
    expect([give.status, await give.text()]).toEqual([403, expect.stringContaining('href="#roleId"')]);
    expect(await statusOf(employee, paths.settings)).toBe(403);
    expect(await employee.text(paths.company)).not.toContain(paths.settings);
  });

  it('GET: a role is made of what the user may do; what it has beyond that stays', async () => {
    const hint = 'You can choose only what you may do yourself in the whole company.';
    const form = await employee.text(paths.newRole);
    expect(form).toContain(hint);
    const offered = (page: string) =>
      ['hazards.read', 'roles.manage', 'hazards.approve', 'company.manage'].map((one) =>
        isOffered(page, 'permissions', one),
      );
    expect(offered(form)).toEqual([true, true, false, false]);
    expect(form).not.toContain('company.manage');
    const all = await admin.text(paths.newRole);
    expect([offered(all), all.includes(hint)]).toEqual([[true, true, true, true], false]);

    const id = await madeRole(`Both ${randomUUID()}`, 'hazards.read', 'hazards.approve');
    const edit = `${paths.role(id)}/edit`;
    const page = await employee.text(edit);
    expect(page).toContain('value="hazards.approve" checked disabled');
    expect(page).toContain('Stays as it is, since you cannot give it.');
    const sent = sentBy(page).filter(([, value]) => value !== 'hazards.read');
    expect((await employee.send(edit, [...sent, ['permissions', 'events.read']])).status).toBe(303);
    expect(
      sentBy(await admin.text(edit)).flatMap(([name, one]) => (name === 'permissions' ? one : [])),
    ).toEqual(['hazards.approve', 'events.read']);
  });

  it('GET: roles to give are those that the user may do; the one that is held is there, and stays', async () => {
    const roleOf = (name: Parameters<typeof demoRoleId>[1]) => demoRoleId(demoQuarries, name);
    const user = paths.user(idOfUser('manager@demo.example'));
    for (const path of [`${heldRolesPath(user)}/new`, paths.newUser]) {
      const form = await employee.text(path);
      expect([path, isOffered(form, 'roleId', roleOf('employee'))]).toEqual([path, true]);
      for (const name of ['admin', 'eventManager', 'readOnly'] as const)
        expect([path, form.includes(roleOf(name))]).toEqual([path, false]);
    }
    const [held = ''] =
      (await employee.text(user)).match(new RegExp(`${heldRolesPath(user)}/[0-9a-f-]{36}(?=")`)) ?? [];
    const page = await employee.text(held);
    expect(page).toContain(`value="${roleOf('eventManager')}" checked disabled`);
    expect(page).toContain('You may not do all of this yourself');
    const sent = sentBy(page);
    // Nothing is changed.
    expect((await employee.send(held, sent)).status).toBe(303);
    // Of the roles that are sent the one that is chosen counts.
    const another = async (name: 'employee' | 'eventManager', who: ConsoleBrowser): Promise<number> => {
      const fields: Fields = [['roleId', roleOf(name)], ...sentBy(await who.text(held))];
      return (await who.send(held, fields)).status;
    };
    expect(await another('employee', employee)).toBe(303);
    expect(await admin.text(held)).toContain(`value="${roleOf('employee')}" checked`);
    expect(await another('eventManager', admin)).toBe(303);
  });
});

describe('console: an administrator of roles alone', () => {
  it('GET 200, POST 303: finds a user, gives and takes roles; 403: all else of users', async () => {
    const role = await madeRole(`Giver ${randomUUID()}`, 'roles.manage');
    const giver = await console.signedIn('manager@demo.example');
    const held = heldRolesPath(paths.user(idOfUser('manager@demo.example')));
    const fields = { roleId: role, reach: 'everywhere' };
    await admin.sendAndFollow(`${held}/new`, fields);
    const id = await invited();
    const user = paths.user(id);
    await eventually(async () => expect(await giver.text(`${paths.users}?q=nina`)).toContain(user));
    expect(await giver.text(paths.users)).not.toContain(`"${paths.newUser}"`);
    expect(await giver.text(user)).toContain('Employee');
    const offered = await giver.text(`${heldRolesPath(user)}/new`);
    expect(offered).toContain('You can give it only at these places and below: North Quarry.');
    expect(offered).not.toContain(demoRoleId(demoQuarries, 'admin'));
    const all = await admin.text(`${heldRolesPath(user)}/new`);
    const placesIn = (page: string) =>
      [...page.matchAll(/name="places" value="([^"]+)"/g)].map(([, id]) => id);
    const [unseen = ''] = placesIn(all).filter((id) => !placesIn(offered).includes(id));
    const at: Fields = [
      ['roleId', employeeRole],
      ['reach', 'places'],
      ['places', unseen],
    ];
    const given = await admin.sendAndFollow(`${heldRolesPath(user)}/new`, at);
    const [stored = ''] = (
      given.match(new RegExp(`${heldRolesPath(user)}/[0-9a-f-]{36}(?=")`, 'g')) ?? []
    ).slice(-1);
    const kept = await giver.text(stored);
    expect(kept).toContain('Other places');
    expect(sentBy(kept).filter(([name]) => name === 'places')).toEqual([['places', unseen]]);
    expect((await giver.send(stored, sentBy(kept))).status).toBe(303);
    expect(sentBy(await admin.text(stored)).filter(([name]) => name === 'places')).toEqual([
      ['places', unseen],
    ]);
    const page = await giver.sendAndFollow(`${heldRolesPath(user)}/new`, fields);
    expect(page).toContain('The role is given.');
    expect(page).not.toContain(`${user}/edit`);
    const [form = ''] = (
      page.match(new RegExp(`${heldRolesPath(user)}/[0-9a-f-]{36}/remove`, 'g')) ?? []
    ).slice(-1);
    const version = /name="version" value="(\d+)"/.exec(await giver.text(form))?.[1] ?? '';
    expect((await giver.send(form, { version })).status).toBe(303);
    for (const path of [paths.newUser, `${user}/edit`, `${user}/disable`, `${user}/remove`, paths.settings])
      expect([path, await statusOf(giver, path)]).toEqual([path, 403]);
    for (const unknown of [randomUUID(), 'nobody', idOfUser('admin@other.example')])
      expect([unknown, await statusOf(giver, paths.user(unknown))]).toEqual([unknown, 404]);
  });
});

describe('console: settings and changes', () => {
  it('POST 303: the settings are saved, and the change is in the audit trail, also as a file', async () => {
    const version = await versionAt(paths.settings);
    const saved = await admin.sendAndFollow(paths.settings, [
      ...settingsWith(['bandMedium', '6'], ['sessionLifetimeMinutes', '600']),
      ['allowSelfApproval', 'yes'],
      ['defaultApproverUserIds', idOfUser('manager@demo.example')],
      ['version', version],
    ]);
    expect(saved).toContain('The settings are saved.');
    for (const kept of ['value="6"', 'value="600"', `value="${idOfUser('manager@demo.example')}" checked`])
      expect(saved).toContain(kept);
    const changes = await admin.text(`${paths.changes}?resource=companies&by=admin@demo.example`);
    expect(changes).toContain('Settings, changed');
    expect(changes).toContain('Ada Admin');
    expect(changes).toContain('identity-console');
    const file = await admin.open(`${authUrl}${paths.export}?resource=companies`);
    const lines = (await file.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(file.headers.get('content-type')).toBe('application/x-ndjson');
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(lines.at(-1)).toMatchObject({ resource: 'companies', clientId: 'identity-console' });
  });

  it.each<[string, string, string]>([
    ['name', '', 'Please fill this in.'],
    ['countryCode', 'XX', 'Please choose one.'],
    ['timeZone', 'Mars/Olympus', 'Please choose one.'],
    ['defaultLocale', 'a language', 'Please enter a language tag'],
    ['bandMedium', 'five', 'Please enter a whole number from 2 to 25.'],
    ['bandHigh', '99', 'Please enter a whole number from 2 to 25.'],
    ['sessionLifetimeMinutes', '1', 'Please enter a whole number from 5 to 20160'],
    ['defaultApproverUserIds', randomUUID(), 'There is no such thing in this company any more.'],
  ])('POST /settings 422: %s "%s"', async (name, value, sentence) => {
    const version = await versionAt(paths.settings);
    const answer = await admin.send(paths.settings, [...settingsWith([name, value]), ['version', version]]);
    const page = await answer.text();
    expect([answer.status, page]).toEqual([422, expect.stringContaining(`href="#${name}"`)]);
    expect(page).toContain(sentence);
  });

  it('POST /settings 403: a default approver of somebody who may not approve; named ones stay, and go', async () => {
    const keeper = await console.signedIn('employee@demo.example');
    const [manager, self] = [idOfUser('manager@demo.example'), idOfUser('employee@demo.example')];
    const box = (value: string, ...attributes: string[]) =>
      ['name="defaultApproverUserIds"', `value="${value}"`, ...attributes].join(' ');
    const naming = async (browser: ConsoleBrowser, ...ids: string[]) =>
      browser.send(paths.settings, [
        ...sentBy(await admin.text(paths.settings)).filter(([name]) => name !== 'defaultApproverUserIds'),
        ...settingsWith().filter(([name]) => ['countryCode', 'timeZone'].includes(name)),
        ...ids.map((id): [string, string] => ['defaultApproverUserIds', id]),
      ]);
    expect((await naming(admin)).status).toBe(303);
    const given = [
      ['roleId', await madeRole(randomUUID(), 'company.manage')],
      ['reach', 'everywhere'],
    ] satisfies Fields;
    const held = `${heldRolesPath(paths.user(self))}/new`;
    const before = removalsOn(await admin.text(paths.user(self)));
    const [place = ''] = /(?<=name="places" value=")[^"]+/.exec(await admin.text(held)) ?? [];
    // Approving at one place is not enough.
    await admin.sendAndFollow(held, [
      ['roleId', await madeRole(randomUUID(), 'hazards.approve', 'events.approve')],
      ['reach', 'places'],
      ['places', place],
    ]);
    const forms = removalsOn(await admin.sendAndFollow(held, given)).filter((form) => !before.includes(form));
    expect(forms).toHaveLength(2);
    await eventually(async () => expect(await statusOf(keeper, paths.settings)).toBe(200));
    const page = await keeper.text(paths.settings);
    expect(page).toContain(`${box(manager)} disabled>`);
    expect(page).toContain('named by those who may approve hazards and events in the whole company');
    expect(await admin.text(paths.settings)).not.toContain('disabled>');
    for (const id of [self, manager]) {
      const refused = await naming(keeper, id);
      const text = await refused.text();
      expect([refused.status, text]).toEqual([
        403,
        expect.stringContaining('You can only give what you may do'),
      ]);
      expect(text).toContain(`${box(id)} checked>`);
    }
    expect((await naming(admin, manager)).status).toBe(303);
    expect(await keeper.text(paths.settings)).toContain(`${box(manager)} checked>`);
    expect((await naming(keeper, manager)).status).toBe(303);
    expect((await naming(keeper)).status).toBe(303);
    for (const form of forms) {
      const version = /name="version" value="(\d+)"/.exec(await admin.text(form))?.[1] ?? '';
      expect((await admin.send(form, { version })).status).toBe(303);
    }
  });

  it('POST /users/{id}/enable 403: the roles of the user allow more than the own ones', async () => {
    const keeper = await console.signedIn('employee@demo.example');
    const [self, user] = [paths.user(idOfUser('employee@demo.example')), paths.user(await invited())];
    const gives = (path: string, roleId: string) =>
      admin.sendAndFollow(`${heldRolesPath(path)}/new`, [
        ['roleId', roleId],
        ['reach', 'everywhere'],
      ]);
    await gives(user, await madeRole(randomUUID(), 'hazards.approve'));
    const before = removalsOn(await admin.text(self));
    const page = await gives(self, await madeRole(randomUUID(), 'users.manage'));
    const [form = ''] = removalsOn(page).filter((one) => !before.includes(one));
    const disable = `${user}/disable`;
    expect((await admin.send(disable, { version: await versionAt(disable) })).status).toBe(303);
    await eventually(async () => expect(await statusOf(keeper, user)).toBe(200));
    const refused = await keeper.send(`${user}/enable`, { version: await versionAt(user) });
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('You can only give what you may do yourself'),
    ]);
    const enabled = await admin.sendAndFollow(`${user}/enable`, { version: await versionAt(user) });
    expect(enabled).not.toContain(`${user}/enable`);
    const version = /name="version" value="(\d+)"/.exec(await admin.text(form))?.[1] ?? '';
    expect((await admin.send(form, { version })).status).toBe(303);
  });

  it('POST /settings 422: bands in the wrong order', async () => {
    const version = await versionAt(paths.settings);
    const answer = await admin.send(paths.settings, [
      ...settingsWith(['bandHigh', '20']),
      ['version', version],
    ]);
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('Each band must begin above the one before.'),
    ]);
  });

  it('POST /settings 412: somebody else was first', async () => {
    const version = await versionAt(paths.settings);
    await admin.send(paths.settings, [...settingsWith(['legalName', 'First Limited']), ['version', version]]);
    const fields = [...settingsWith(['legalName', 'Second Limited']), ['version', version]] as Fields;
    const answer = await admin.send(paths.settings, fields);
    const page = await answer.text();
    expect([answer.status, page]).toEqual([412, expect.stringContaining('By now this is: First Limited')]);
    expect(page).toContain('value="Second Limited"');
  });

  it.each([
    ['by=nobody@demo.example', 'Nobody with this address'],
    ['from=yesterday', 'Please check the filter'],
    ['resource=secrets', 'Please check the filter'],
  ])('GET /changes?%s 422', async (query, sentence) => {
    const answer = await admin.open(`${authUrl}${paths.changes}?${query}`);
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(sentence)]);
  });

  it('GET: markup in names of users, roles and companies is text on every page', async () => {
    const user = await invited(MARKUP);
    const role = await madeRole(`${MARKUP} ${randomUUID()}`, 'hazards.read');
    await admin.sendAndFollow(`${heldRolesPath(paths.user(user))}/new`, {
      roleId: role,
      reach: 'everywhere',
    });
    const version = await versionAt(paths.settings);
    await admin.send(paths.settings, [...settingsWith(['name', MARKUP]), ['version', version]]);
    const markedUp = [
      paths.user(user),
      paths.role(role),
      `${paths.user(user)}/edit`,
      `${paths.role(role)}/edit`,
    ];
    const pages = [
      paths.company,
      paths.users,
      paths.roles,
      paths.changes,
      paths.settings,
      paths.newUser,
      ...markedUp,
    ];
    for (const path of pages) {
      const page = await admin.text(path);
      expect(page).toContain('&lt;script&gt;');
      expect([path, page.includes(MARKUP)]).toEqual([path, false]);
    }
  });
});

describe('console: a company that requires If-Match', () => {
  const require = async (...fields: Fields): Promise<void> => {
    const version = await versionAt(paths.settings);
    const answer = await admin.send(paths.settings, [...settingsWith(), ...fields, ['version', version]]);
    expect(answer.status).toBe(303);
  };
  beforeAll(() => require(['requireIfMatch', 'yes']));
  afterAll(() => require());

  /** The answer to each form, with the version that the page of its button shows. */
  const statusWith = async (form: string, page = form, fields: Fields = []): Promise<number> =>
    (await admin.send(form, [...fields, ['version', await versionAt(page)]])).status;

  it('POST 303: every form and button of a user, and of what they hold', async () => {
    const user = paths.user(await invited());
    const held = heldRolesPath(user);
    const named: Fields = [
      ['givenName', 'Nora'],
      ['familyName', 'New'],
    ];
    const everywhere = (role: 'manager' | 'readOnly'): Fields => [
      ['roleId', demoRoleId(demoQuarries, role)],
      ['reach', 'everywhere'],
    ];
    expect(await statusWith(`${user}/edit`, `${user}/edit`, named)).toBe(303);
    expect(await statusWith(`${user}/disable`)).toBe(303);
    expect(await statusWith(`${user}/enable`, user)).toBe(303);
    expect(await statusWith(`${user}/invitation`, user)).toBe(303);
    expect((await admin.send(`${held}/new`, everywhere('manager'))).status).toBe(303);
    const [one = ''] = (await admin.text(user)).match(new RegExp(`${held}/[0-9a-f-]{36}`)) ?? [];
    expect(await statusWith(one, one, everywhere('readOnly'))).toBe(303);
    expect(await statusWith(`${one}/remove`)).toBe(303);
    expect(await statusWith(`${user}/remove`)).toBe(303);
  });

  it('POST 303: every form and button of a role', async () => {
    const name = `Strict ${randomUUID()}`;
    const role = paths.role(await madeRole(name, 'hazards.read'));
    expect(await statusWith(`${role}/edit`, `${role}/edit`, [['name', `${name} too`]])).toBe(303);
    expect(await statusWith(`${role}/archive`)).toBe(303);
    expect(await statusWith(`${role}/restore`, role)).toBe(303);
  });

  it('POST 412: a button of a page that somebody else has overtaken', async () => {
    const user = paths.user(await invited());
    const old = await versionAt(user);
    await statusWith(`${user}/disable`);
    const role = paths.role(await madeRole(`Late ${randomUUID()}`, 'hazards.read'));
    const version = await versionAt(`${role}/edit`);
    await statusWith(`${role}/archive`);
    for (const [form, seen] of [
      [`${user}/enable`, old],
      [`${user}/invitation`, old],
      [`${role}/restore`, version],
    ] as const) {
      const answer = await admin.send(form, [['version', seen]]);
      expect([form, answer.status, await answer.text()]).toEqual([
        form,
        412,
        expect.stringContaining('role="alert"'),
      ]);
    }
  });
});

describe('console: the own profile', () => {
  const PROFILE = consolePaths.editProfile;
  const profileWith = (...changed: Fields): Fields => [
    ...new Map([
      ['givenName', 'Rosa'],
      ['familyName', 'Ramos'],
      ['locale', ''],
      ['timeZone', ''],
      ...changed,
    ] as Fields),
  ];
  const versionNow = async (who: ConsoleBrowser): Promise<string> =>
    /name="version" value="(\d+)"/.exec(await who.text(PROFILE))?.[1] ?? '';
  /** A user of no other case. */
  let user: ConsoleBrowser;
  beforeAll(async () => {
    user = await console.signedIn('both@demo.example');
  });

  it('GET 200: the form, which the profile leads to; 303 to the sign-in without a session', async () => {
    const profile = await user.text(consolePaths.profile);
    expect(profile).toContain(`href="${PROFILE}"`);
    expect(profile).toContain('<dt>Time zone</dt><dd>As in your company</dd>');
    expect(await user.text(PROFILE)).toContain('<option value="">As in your company</option>');
    const answer = await console.fetch(authUrl + PROFILE, { headers: { accept: 'text/html' } });
    expect([answer.status, locationOf(answer)?.pathname]).toEqual([303, consolePaths.signIn]);
  });

  it('POST 303: names, time zone and language; these pages go on in it', async () => {
    const version = await versionNow(user);
    const fields = profileWith(['locale', 'es'], ['timeZone', 'America/Lima'], ['version', version]);
    const page = await user.sendAndFollow(PROFILE, fields);
    for (const text of ['Su perfil está guardado.', 'Rosa Ramos', '<dd>Español</dd>', 'America/Lima'])
      expect(page).toContain(text);
    expect(await user.text(PROFILE)).toContain('<option value="es" selected>');
  });

  it('another language of the profile counts at the next sign-in, and takes the place of a chosen one', async () => {
    const spanish = (who: ConsoleBrowser) =>
      eventually(async () => expect(await who.text(consolePaths.sessions)).toContain('<html lang="es">'));
    const other = await console.signedIn('both@demo.example');
    await spanish(other);
    await other.text(`${consolePaths.profile}?ui_locales=kk`);
    for (const locale of ['nl', 'es']) {
      await user.send(PROFILE, profileWith(['locale', locale], ['version', await versionNow(user)]));
      await eventually(async () =>
        expect(await other.text(consolePaths.sessions)).toContain(`<html lang="${locale}">`),
      );
    }
    await spanish(user);
  });

  it('POST 303: a language that was chosen at the bottom of a page stays with the same profile', async () => {
    await user.text(`${consolePaths.profile}?ui_locales=en`);
    const same = profileWith(['locale', 'es'], ['version', await versionNow(user)]);
    const page = await user.sendAndFollow(PROFILE, same);
    for (const text of ['Your profile is saved.', '<dd>Español</dd>', '<dd>As in your company</dd>'])
      expect(page).toContain(text);
  });

  it('POST 412: the second of two keeps the input, and saves with the next try', async () => {
    const version = await versionNow(user);
    await user.send(PROFILE, profileWith(['version', version]));
    const late = await user.send(PROFILE, profileWith(['givenName', 'Rosalia'], ['version', version]));
    const page = await late.text();
    expect([late.status, page]).toEqual([412, expect.stringContaining('By now this is: Rosa')]);
    expect(page).toContain('value="Rosalia"');
    const [, now = ''] = /name="version" value="(\d+)"/.exec(page) ?? [];
    const saved = await user.sendAndFollow(PROFILE, profileWith(['givenName', 'Rosalia'], ['version', now]));
    expect(saved).toContain('Rosalia Ramos');
  });

  it.each([
    ['givenName', ' ', 'Please fill this in.'],
    ['familyName', 'x'.repeat(101), 'Too long: please enter at most 100 characters.'],
    ['givenName', MARKUP.repeat(5), 'Too long'],
    ['locale', 'a_b', 'Please choose one.'],
    ['locale', 'x', 'Please choose one.'],
    ['timeZone', 'Nowhere/At all', 'Please choose one.'],
  ])('POST 422: %s %j', async (name, value, sentence) => {
    const answer = await user.send(PROFILE, profileWith([name, value], ['version', await versionNow(user)]));
    const page = await answer.text();
    expect([answer.status, page]).toEqual([422, expect.stringContaining(`id="${name}-error">${sentence}`)]);
    expect(page).toContain(`<a href="#${name}">`);
    expect(page).not.toContain(MARKUP);
  });

  it('POST 403: a form of another session; nothing is changed', async () => {
    const version = await versionNow(user);
    const body = new URLSearchParams(profileWith(['givenName', 'Eve'], ['version', version]));
    body.set('csrf', await admin.csrf());
    expect((await user.open(authUrl + PROFILE, { method: 'POST', body })).status).toBe(403);
    expect(await versionNow(user)).toBe(version);
  });
});

describe('console: a new e-mail address', () => {
  it('GET 200: the present address, for everybody; 303 to the sign-in without a session', async () => {
    const page = await employee.text(consolePaths.email);
    expect(page).toContain('employee@demo.example');
    expect(await employee.text(consolePaths.profile)).toContain(`href="${consolePaths.email}"`);
    const answer = await console.fetch(authUrl + consolePaths.email, { headers: { accept: 'text/html' } });
    expect([answer.status, locationOf(answer)?.pathname]).toEqual([303, consolePaths.signIn]);
  });

  it('POST 303: one answer for a free and for a taken address; mails tell the rest', async () => {
    const free = `${randomUUID()}@new.example`;
    const answers = [];
    for (const email of [free, 'manager@demo.example'])
      answers.push(await employee.sendAndFollow(consolePaths.email, { email }));
    for (const page of answers) expect(page).toContain('If nobody else signs in with the new address');
    // The address counts once it is confirmed.
    expect(answers[1]).toContain('employee@demo.example');
    await eventually(async () => {
      const mailbox = await (await console.fetch(authUrl + demoMailboxPath)).text();
      expect([mailbox.includes(free), mailbox.includes('/auth/new-email?token=')]).toEqual([true, true]);
    });
  });

  it.each(['', 'nobody', `${'x'.repeat(250)}@new.example`, MARKUP])('POST 422: %j', async (email) => {
    const answer = await employee.send(consolePaths.email, { email });
    const page = await answer.text();
    expect([answer.status, page]).toEqual([422, expect.stringContaining('Please enter an e-mail address')]);
    expect(page).toMatch(/<input id="email"[^>]* aria-invalid="true"[^>]* autofocus/);
    expect(page).not.toContain(MARKUP);
  });

  it('POST 403: a form of another session', async () => {
    const body = new URLSearchParams({ email: 'a@new.example', csrf: await admin.csrf() });
    const answer = await employee.open(authUrl + consolePaths.email, { method: 'POST', body });
    expect(answer.status).toBe(403);
  });
});

describeOffers(
  () => admin,
  (email) => console.signedIn(email),
);
