import { approvedHazardStatuses } from '@safety/contracts';
import type { Register } from '../approvals/register.js';

/** The register of hazards. An approver is an event manager. */
export const hazardRegister = {
  what: 'hazard',
  working: 'hazards',
  snapshots: 'approved_hazards',
  approved: approvedHazardStatuses,
  permissions: {
    read: 'hazards.read',
    readPending: 'hazards.readPending',
    approve: 'hazards.approve',
    create: 'hazards.create',
    update: 'hazards.update',
    approver: ['hazards.approve', 'events.approve'],
  },
} as const satisfies Register;
