/** The parameters that lists of approval data alone have, each with the property that serves it. */
export const approvalParameters = {
  requireApproval: 'status',
  approverUserId: 'approverUserIds',
  submittedFrom: 'submittedAt',
  submittedTo: 'submittedAt',
};
