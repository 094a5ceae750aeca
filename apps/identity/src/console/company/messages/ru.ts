import { en } from './en.js';
import { faults } from './faults/ru.js';
import type { CompanyMessages } from './messages.js';
import { permissions } from './permissions/ru.js';

export const ru: CompanyMessages = { ...en, ...faults, ...permissions };
