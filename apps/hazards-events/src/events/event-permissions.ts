/** The permissions of the approval of events. */
export const eventPermissions = {
  read: 'events.read',
  readPending: 'events.readPending',
  approve: 'events.approve',
  update: 'events.update',
  approver: ['events.approve'],
} as const;
