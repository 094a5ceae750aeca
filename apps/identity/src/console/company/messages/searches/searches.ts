/** Forms that show some of very many roles and places, and find others. */
export interface SearchMessages {
  searches: {
    roles: string;
    rolesHint: string;
    manyRoles: string;
    places: string;
    placesHint: string;
    manyPlaces: string;
    nothing: string;
    /** The first names, and how many there are beyond them. */
    andMore: (names: string, count: number) => string;
    /** Of a role, where the places are too many to be named. */
    givenAtSome: string;
  };
}
