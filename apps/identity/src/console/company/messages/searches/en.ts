import type { SearchMessages } from './searches.js';

export const searches: SearchMessages = {
  searches: {
    roles: 'Search for a role',
    rolesHint: 'A part of the name',
    manyRoles: 'There are more roles than are shown here. What you have chosen stays while you search.',
    places: 'Search for a place',
    placesHint: 'A part of the name or of the code',
    manyPlaces: 'There are more places than are shown here. What you have ticked stays while you search.',
    nothing: 'Nothing is found like that.',
    andMore: (names, count) => `${names} and ${count} more`,
    givenAtSome: 'You can give it only at places where you may do all of this yourself.',
  },
};
