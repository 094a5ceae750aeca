import { Requires } from '@safety/auth-guard';

/** Writes of what concerns one person: students, records and training. `People` judges the place. */
export const WritesOfPerson = () => Requires('training.write', 'It has to count at the place of the person.');
