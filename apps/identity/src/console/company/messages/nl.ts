import { en } from './en.js';
import { faults } from './faults/nl.js';
import type { CompanyMessages } from './messages.js';
import { permissions } from './permissions/nl.js';

export const nl: CompanyMessages = { ...en, ...faults, ...permissions };
