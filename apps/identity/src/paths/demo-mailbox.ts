export const demoMailboxPath = '/auth/demo/mailbox';
