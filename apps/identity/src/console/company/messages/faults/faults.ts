/** Why a form was not taken, in words for the person who filled it in. */
export interface FaultMessages {
  faults: {
    /** Before the title of the page. */
    inTitle: string;
    summary: string;
    required: string;
    tooShort: (least: number) => string;
    tooLong: (most: number) => string;
    tooMany: string;
    outOfRange: string;
    invalidFormat: string;
    choose: string;
    notFound: string;
    archived: string;
    duplicate: string;
    wrong: string;
    cannotGive: (permission: string) => string;
    searchTooShort: string;
    userExists: string;
    notAnEmail: string;
    ownEmail: string;
    roleHeld: string;
    everywhereAndPlaces: string;
    noPlace: string;
    tooManyPlaces: (most: number) => string;
    band: string;
    bandOrder: string;
    sessionLifetime: string;
    notALanguage: string;
    noSuchPerson: string;
    filter: string;
    /** Of the last day of a filter. */
    beforeFrom: string;
  };
  refusals: Record<'last-administrator' | 'in-use' | 'built-in' | 'archived' | 'duplicate', string>;
}
