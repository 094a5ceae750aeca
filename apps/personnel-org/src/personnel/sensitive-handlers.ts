import { Requires } from '@safety/auth-guard';

/** Reads of emergency contacts and payroll, all of which is sensitive. `SensitiveAccess` judges the place. */
export const ReadsSensitive = () =>
  Requires(
    'personnel.sensitive',
    'It has to count at the place of the person, with `personnel.read`: without that the person is 404.',
  );

/** The same of writes. */
export const WritesSensitive = () =>
  Requires(
    'personnel.sensitive',
    'It has to count at the place of the person, with `personnel.write` and with `personnel.read`: without the ' +
      'latter the person is 404.',
  );
