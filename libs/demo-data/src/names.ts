const firstNames =
  'Aoife Kwame Elena Daan Siobhán Farid Grace Hugo Inés Jonas Kaya Liam Mara Nikolai Olga Pádraig Priya Rashid Roisin ' +
  'Samuel Tomás Uma Viktor Wei Ximena Yusuf Zoë Amara Botagoz Ciarán Dilnoza Eoin Femke Gintaras Halima Ivan Joao Katya ' +
  'Lars Mei';
const lastNames =
  'Byrne Okafor Petrova Dekker Murphy Rahimi Costa Fischer Gallagher Hansen Ivanov Jansen Kelly Nowak Martínez Nguyen ' +
  "O'Brien Patel Quinn Rossi Smith Tanaka Umarov Visser Walsh Xu Yilmaz Zieliński Adeyemi Bakker Christie Diallo Egan " +
  'Fernandes Greene Haddad Ismailov Jovanović Kim Larsen Moreau';

const first = firstNames.split(' ');
const last = lastNames.split(' ');
/** Keeps the two lists from running in step. */
const STRIDE = 17;

export interface Name {
  firstName: string;
  lastName: string;
}

/** Names that repeat after `first.length * last.length` people, since the lengths have no common divisor. */
export const nameOf = (index: number): Name => ({
  firstName: first[index % first.length] as string,
  lastName: last[(index * STRIDE) % last.length] as string,
});

/** The part of an e-mail address before the `@`: ASCII letters and a dot. */
export const mailboxOf = ({ firstName, lastName }: Name): string =>
  `${firstName}.${lastName}`
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase();
