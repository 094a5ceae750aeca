/**
 * SQL that holds unless a role of `users.roles` waits for its user to accept the invitation; the argument is
 * SQL. An older release of accounts did not tell, and its roles count.
 */
export const isAccepted = (role: string): string => `coalesce((${role} ->> 'accepted')::boolean, true)`;
