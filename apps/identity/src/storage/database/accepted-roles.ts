/** SQL that holds unless a role of `users.roles` waits for its user to accept; the argument is SQL. */
export const acceptedSql = (role: string): string => `(${role} -> 'accepted')::boolean`;
