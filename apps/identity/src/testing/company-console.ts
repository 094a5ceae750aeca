import { randomUUID } from 'node:crypto';
import { demoQuarries, demoRoleId } from '@safety/demo-data';
import { companyPaths } from '../paths/company-pages.js';
import { locationOf } from './browser.js';
import type { ConsoleBrowser } from './console-browser.js';
import { type ConsoleOfSuite, startConsoleOfSuite } from './console-of-suite.js';
import { authUrl } from './identity-under-test.js';

export type Fields = [string, string][];

export const paths = companyPaths(demoQuarries.id);
export const employeeRole = demoRoleId(demoQuarries, 'employee');
export const MARKUP = '<script>alert(1)</script>';

/** Those of the spec that has started them. */
export let console: ConsoleOfSuite;
export let admin: ConsoleBrowser;
export let employee: ConsoleBrowser;

export async function startCompanyConsole(): Promise<ConsoleOfSuite> {
  console = await startConsoleOfSuite();
  admin = await console.signedIn('admin@demo.example');
  employee = await console.signedIn('employee@demo.example');
  return console;
}

export const statusOf = async (who: ConsoleBrowser, path: string): Promise<number> =>
  (await who.open(authUrl + path)).status;
export const versionAt = async (path: string): Promise<string> =>
  /name="version" value="(\d+)"/.exec(await admin.text(path))?.[1] ?? '';
export const idIn = (response: Response): string => locationOf(response)?.pathname.split('/').at(-1) ?? '';

export const invitation = (email: string, ...more: Fields): Fields => [
  ['email', email],
  ['givenName', 'Nina'],
  ['familyName', 'New'],
  ['roleId', employeeRole],
  ['reach', 'everywhere'],
  ...more,
];
export const invited = async (name = 'Nina'): Promise<string> => {
  const fields = invitation(`${randomUUID()}@demo.example`).map(([field, value]): [string, string] =>
    field === 'givenName' ? [field, name] : [field, value],
  );
  return idIn(await admin.send(paths.newUser, fields));
};
/** The fields that a browser sends of a form that is left as it is. */
export const sentBy = (page: string): Fields =>
  [...page.matchAll(/<input ([^>]+)>/g)].flatMap(([, input = '']): Fields => {
    const of = (name: string): string => new RegExp(` ?${name}="([^"]*)"`).exec(input)?.[1] ?? '';
    const isBox = ['checkbox', 'radio'].includes(of('type'));
    if (/ disabled/.test(input) || (isBox && !/ checked/.test(input)) || of('name') === 'csrf') return [];
    return [[of('name'), of('value')]];
  });
/** Where the forms are that take a role from the user of the page. */
export const removalsOn = (page: string): string[] =>
  page.match(/(?<=")[^"]*\/roles\/[0-9a-f-]{36}\/remove(?=")/g) ?? [];
export const isOffered = (page: string, name: string, value: string): boolean =>
  new RegExp(`name="${name}" value="${value}"( checked)?>`).test(
    page.replaceAll(/<input type="hidden"[^>]*>/g, ''),
  );

export const madeRole = async (name: string, ...permissions: string[]): Promise<string> => {
  const fields: Fields = [
    ['name', name],
    ...permissions.map((one): [string, string] => ['permissions', one]),
  ];
  return idIn(await admin.send(paths.newRole, fields));
};
export const settingsWith = (...changed: Fields): Fields => {
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
