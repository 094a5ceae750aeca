import { expect, it } from '@jest/globals';
import { filesEndingIn, textOf } from './documents.js';

const appOf = (file: string): string => file.split('/')[1] ?? '';
/** The apps of which a file of this name says so. */
const appsWhere = (name: RegExp, words: RegExp): string[] => {
  const files = filesEndingIn(name, 'apps/').filter((file) => words.test(textOf(file)));
  return [...new Set(files.map(appOf))].sort();
};

it('each service with the rows of companies runs the conformance suite (describeService) in a spec', () => {
  const services = appsWhere(/\.module\.ts$/, /PersistenceModule\.forCompanies\(/);
  expect(services.length).toBeGreaterThan(0);
  expect(appsWhere(/\.spec\.ts$/, /^describeService\(/m)).toEqual(services);
});
