import { approvedEventStatuses } from '@safety/contracts';
import type { Register } from '../approvals/register.js';

/** The register of events. */
export const eventRegister = {
  what: 'event',
  working: 'events',
  snapshots: 'approved_events',
  approved: approvedEventStatuses,
  permissions: {
    read: 'events.read',
    readPending: 'events.readPending',
    approve: 'events.approve',
    create: 'events.create',
    update: 'events.update',
    approver: ['events.approve'],
  },
} as const satisfies Register;
