import { associateChanged } from './associate-changed.js';
import { companyChanged } from './company-changed.js';
import { companyClientChanged } from './company-client-changed.js';
import { courseChanged } from './course-changed.js';
import type { MessageContract } from './message.js';
import { orgStructureChanged } from './org-structure-changed.js';
import { personnelChanged } from './personnel-changed.js';
import { trainingRequirementsChanged } from './training-requirements-changed.js';
import { trainingStatusChanged } from './training-status-changed.js';
import { companyUserChanged, userChanged } from './user-changed.js';

/** Messages with the whole state of something, which readers keep. */
export const stateMessages = [
  associateChanged,
  companyChanged,
  companyClientChanged,
  companyUserChanged,
  courseChanged,
  orgStructureChanged,
  personnelChanged,
  trainingRequirementsChanged,
  trainingStatusChanged,
  userChanged,
] as unknown as readonly MessageContract[];
