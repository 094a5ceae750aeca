/** The permissions of the approval of events. */
export const eventPermissions = {
  read: 'events.read',
  readPending: 'events.readPending',
  approve: 'events.approve',
  create: 'events.create',
  update: 'events.update',
  approver: ['events.approve'],
} as const;
