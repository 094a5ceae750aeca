export const actionTypes = ['corrective', 'preventive', 'containment', 'improvement'] as const;
export const actionSources = ['hazard', 'event', 'training', 'standalone'] as const;
export type ActionSource = (typeof actionSources)[number];

/** The least first: lists sort by it. */
export const actionPriorities = ['low', 'medium', 'high', 'critical'] as const;

export const actionStatuses = ['open', 'inProgress', 'completed', 'verified', 'cancelled'] as const;
export type ActionStatus = (typeof actionStatuses)[number];

/** The statuses in which something is still to be done. */
export const openActionStatuses = ['open', 'inProgress'] as const satisfies ActionStatus[];
export const isOpenAction = (status: ActionStatus): boolean =>
  (openActionStatuses as readonly ActionStatus[]).includes(status);
