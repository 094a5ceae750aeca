import { afterAll, beforeAll } from '@jest/globals';
import { admin, console, startCompanyConsole } from '../../testing/company-console.js';
import { describeAccess } from './access.cases.js';
import { describeFilters } from './filters.cases.js';
import { describeIfMatch } from './if-match.cases.js';
import { describeInBrowser } from './in-browser.cases.js';
import { describeKeepers } from './keepers.cases.js';
import { describeMany } from './many.cases.js';
import { describeNoMail } from './no-mail.cases.js';
import { describeOffers } from './offers.cases.js';
import { describeOwnProfile } from './own-profile.cases.js';
import { describeParts } from './parts.cases.js';
import { describeQuestions } from './questions.cases.js';
import { describeRoles } from './roles.cases.js';
import { describeSettings } from './settings.cases.js';
import { describeUsers } from './users.cases.js';

// One suite for all of them: to start it costs more than any of them.
beforeAll(() => startCompanyConsole(), 120_000);
afterAll(() => console.close());

// The first: its pages show what no other case has changed.
describeInBrowser();
describeAccess();
describeKeepers();
describeUsers();
describeQuestions();
describeRoles();
describeParts();
describeSettings();
describeFilters();
describeIfMatch();
describeOwnProfile();
describeNoMail();
describeMany();
describeOffers(
  () => admin,
  (email) => console.signedIn(email),
);
