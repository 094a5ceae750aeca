import { ProblemError } from '@safety/platform';
import { lifetimes } from '../../lifetimes.js';

/** Nobody is signed in. */
export class SignInNeeded extends Error {
  constructor() {
    super('Nobody is signed in to the console');
    this.name = 'SignInNeeded';
  }
}

/** The action needs a password that was just entered. */
export class FreshSignInNeeded extends SignInNeeded {}

/** The user has not accepted the invitation of the company yet. */
export class InvitationOpen extends Error {
  constructor(readonly companyId: string) {
    super('The invitation is not accepted');
    this.name = 'InvitationOpen';
  }
}

/** The user manages no API client. */
export class NotAKeeper extends ProblemError {
  constructor() {
    super('permission-denied', { detail: 'No role of yours holds clients.manage.' });
  }
}

/** The user may not administer this part of a company. */
export class NotAnAdministrator extends ProblemError {
  constructor() {
    super('permission-denied', { detail: 'No role of yours allows it in the whole company.' });
  }
}

/** A form that does not belong to the session (CSRF), or stayed open while another user or session began. */
export class ForeignForm extends ProblemError {
  constructor() {
    super('permission-denied', { detail: 'The form is not of this session.' });
  }
}

/** A form that has failed too often: another one, of its page opened anew, is heard. */
export class FailedForm extends ProblemError {
  constructor() {
    super('rate-limited', {
      detail: 'This form has failed several times. Open its page again, and send it from there.',
      headers: { 'retry-after': String(lifetimes.interaction) },
    });
  }
}
