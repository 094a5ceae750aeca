import type { SearchMessages } from './searches.js';

export const searches: SearchMessages = {
  searches: {
    roles: 'Een rol zoeken',
    rolesHint: 'Een deel van de naam',
    manyRoles: 'Er zijn meer rollen dan hier staan. Wat u hebt gekozen, blijft staan terwijl u zoekt.',
    places: 'Een plaats zoeken',
    placesHint: 'Een deel van de naam of van de code',
    manyPlaces: 'Er zijn meer plaatsen dan hier staan. Wat u hebt aangekruist, blijft staan terwijl u zoekt.',
    nothing: 'Zo is er niets gevonden.',
    andMore: (names, count) => `${names} en nog ${count}`,
    givenAtSome: 'U kunt hem alleen geven op plaatsen waar u dit zelf allemaal mag.',
  },
};
