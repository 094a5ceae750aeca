/** The permissions of the approval of hazards. An approver is an event manager. */
export const hazardPermissions = {
  read: 'hazards.read',
  readPending: 'hazards.readPending',
  approve: 'hazards.approve',
  create: 'hazards.create',
  update: 'hazards.update',
  approver: ['hazards.approve', 'events.approve'],
} as const;
