import { demoId } from './ids.js';

const company = (name: string, legalName: string, countryCode: string, timeZone: string) => ({
  id: demoId('company', name),
  name,
  legalName,
  countryCode,
  timeZone,
  defaultLocale: 'en',
});

export const demoQuarries = company('Demo Quarries', 'Demo Quarries Limited', 'IE', 'Europe/Dublin');
export const otherWorks = company('Other Works', 'Other Works BV', 'NL', 'Europe/Amsterdam');

export const demoCompanies = [demoQuarries, otherWorks];
export type DemoCompany = (typeof demoCompanies)[number];
