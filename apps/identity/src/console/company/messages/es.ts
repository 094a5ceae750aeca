import { en } from './en.js';
import { faults } from './faults/es.js';
import type { CompanyMessages } from './messages.js';
import { permissions } from './permissions/es.js';

export const es: CompanyMessages = { ...en, ...faults, ...permissions };
