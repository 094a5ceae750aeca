import type { SearchMessages } from './searches.js';

export const searches: SearchMessages = {
  searches: {
    roles: 'Рөлді іздеу',
    rolesHint: 'Атауының бөлігі',
    manyRoles: 'Рөлдердің бәрі мұнда көрсетілмеген. Іздеген кезде таңдағаныңыз сақталады.',
    places: 'Орынды іздеу',
    placesHint: 'Атауының немесе кодының бөлігі',
    manyPlaces: 'Орындардың бәрі мұнда көрсетілмеген. Іздеген кезде белгілегеніңіз сақталады.',
    nothing: 'Мұндай ештеңе табылмады.',
    andMore: (names, count) => `${names} және тағы ${count}`,
    givenAtSome: 'Оны тек мұның бәрі өзіңізге рұқсат етілген орындарда бере аласыз.',
  },
};
