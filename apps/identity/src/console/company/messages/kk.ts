import { en } from './en.js';
import { faults } from './faults/kk.js';
import type { CompanyMessages } from './messages.js';
import { permissions } from './permissions/kk.js';

export const kk: CompanyMessages = { ...en, ...faults, ...permissions };
