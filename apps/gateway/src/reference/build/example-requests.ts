import { demoOwnRole, demoPeople, demoUsers } from '@safety/demo-data';
import { besideAbove } from './example-rows/people.js';
import { injury } from './example-rows/safety.js';
import { standing } from './example-rows/training.js';

const [director] = demoPeople;

/**
 * Members of requests that must differ from those of the demo row: it is there already, or its status forbids
 * the step.
 */
export const exampleRequests: Readonly<Record<string, object>> = {
  'post /accounts/roleassignments': { userId: demoUsers[1]?.id, roleId: demoOwnRole.id },
  'post /accounts/roles': { name: 'Site auditor' },
  'post /accounts/users': { email: 'nora.new@demo.example', givenName: 'Nora', familyName: 'New' },
  'post /actions/{id}/transitions': { transition: 'verify', effectiveness: 'effective' },
  'post /associate/jobtitle': { name: 'Scaffolder' },
  'post /courses': { code: 'FA-09', name: 'First aid for drivers' },
  'post /courses/{id}/transitions': { transition: 'retire' },
  'post /events/requireapproval': { eventGroups: [injury] },
  'post /events/{id}/transitions': { transition: 'completeInvestigation' },
  'post /hazards/{id}/transitions': { transition: 'close', closureReason: 'eliminated' },
  'post /hazards/approval': {
    id: '0190a3c4-5d6e-7f80-9a1b-2c3d4e5f6072',
    suggestedActions: [{ description: 'Lay the cable in a duct below the lane.' }],
  },
  'post /hazards/requireapproval': { id: '0190a3c4-5d6e-7f80-9a1b-2c3d4e5f6073' },
  'post /orgstructures': { parentId: besideAbove?.id },
  'post /orgstructures/items': { name: 'Wash plant', code: 'WASH-PLANT' },
  'post /personnel': {
    personnelNumber: 'C-1001',
    firstName: 'Nora',
    lastName: 'New',
    email: 'nora.new@demo.example',
  },
  'post /personnel/{id}/history': { effectiveDate: '2027-01-04' },
  'post /students': { personnelId: director?.id },
  'post /training': { personnelId: standing.personnelId },
};
