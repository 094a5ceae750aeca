import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@safety/testing';
import { consolePaths } from '../../paths/console.js';
import { demoMailboxPath } from '../../paths/demo-mailbox.js';
import { locationOf } from '../../testing/browser.js';
import { admin, console, employee, type Fields, MARKUP, paths } from '../../testing/company-console.js';
import { type ConsoleBrowser } from '../../testing/console-browser.js';
import { authUrl } from '../../testing/identity-under-test.js';

/** The profile and the address of the user. */
export function describeOwnProfile(): void {
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

    it('POST 303: a time zone by an earlier name, which no list offers, stays chosen', async () => {
      const fields = profileWith(['timeZone', 'Asia/Calcutta'], ['version', await versionNow(user)]);
      expect((await user.send(PROFILE, fields)).status).toBe(303);
      const page = await user.text(PROFILE);
      expect(page.match(/<option value="Asia\/(?:Calcutta|Kolkata)"[^>]*>/g)).toEqual([
        '<option value="Asia/Calcutta" selected>',
        '<option value="Asia/Kolkata">',
      ]);
    });

    it('POST 303: names, time zone and language; these pages go on in it', async () => {
      const version = await versionNow(user);
      const fields = profileWith(['locale', 'es'], ['timeZone', 'America/Lima'], ['version', version]);
      const page = await user.sendAndFollow(PROFILE, fields);
      for (const text of [
        'Su perfil está guardado.',
        '<dd>Rosa Ramos</dd>',
        '<dd>Español</dd>',
        'America/Lima',
      ])
        expect(page).toContain(text);
      expect(await user.text(PROFILE)).toContain('<option value="es" selected>');
    });

    it('times are of the time zone of the profile, else of the company on its pages, and say so', async () => {
      expect(await admin.text(paths.changes)).toContain('days and times are those of Europe/Dublin.');
      expect(await admin.text(consolePaths.sessions)).toMatch(/<time [^>]+>[^<]+ UTC<\/time>/);
      await eventually(async () =>
        expect(await user.text(consolePaths.sessions)).toMatch(/<time [^>]+>[^<]+ America\/Lima<\/time>/),
      );
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
      await user.send(PROFILE, profileWith(['locale', 'es'], ['version', version]));
      await user.text(`${consolePaths.profile}?ui_locales=en`);
      const mine = profileWith(['givenName', 'Rosalia'], ['timeZone', 'Asia/Almaty'], ['version', version]);
      const late = await user.send(PROFILE, mine);
      const page = await late.text();
      expect([late.status, page]).toEqual([412, expect.stringContaining('By now this is: Rosa')]);
      expect(page).toContain('By now this is: Español');
      expect(page).toContain('id="timeZone-error">By now this is: As in your company');
      expect(page).toContain('value="Rosalia"');
      const [, now = ''] = /name="version" value="(\d+)"/.exec(page) ?? [];
      const saved = await user.sendAndFollow(
        PROFILE,
        profileWith(['givenName', 'Rosalia'], ['version', now]),
      );
      expect(saved).toContain('<dd>Rosalia Ramos</dd>');
    });

    it.each([
      ['givenName', ' ', 'Please fill this in.'],
      ['familyName', 'x'.repeat(101), 'Too long: please enter at most 100 characters.'],
      ['givenName', MARKUP.repeat(5), 'Too long'],
      ['locale', 'a_b', 'Please choose one.'],
      ['locale', 'x', 'Please choose one.'],
      ['timeZone', 'Nowhere/At all', 'Please choose one.'],
    ])('POST 422: %s %j', async (name, value, sentence) => {
      const answer = await user.send(
        PROFILE,
        profileWith([name, value], ['version', await versionNow(user)]),
      );
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
      expect(page).toContain('<dd>employee@demo.example</dd>');
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
      expect(answers[1]).toContain('<dd>employee@demo.example</dd>');
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

    it.each(['employee@demo.example', ' Employee@DEMO.example '])(
      'POST 422: the own one, %j',
      async (email) => {
        const answer = await employee.send(consolePaths.email, { email });
        const fault = 'id="email-error">You sign in with this address already';
        expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(fault)]);
      },
    );

    it('POST 403: a form of another session', async () => {
      const body = new URLSearchParams({ email: 'a@new.example', csrf: await admin.csrf() });
      const answer = await employee.open(authUrl + consolePaths.email, { method: 'POST', body });
      expect(answer.status).toBe(403);
    });
  });
}
