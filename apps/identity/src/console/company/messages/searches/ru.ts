import type { SearchMessages } from './searches.js';

export const searches: SearchMessages = {
  searches: {
    roles: 'Найти роль',
    rolesHint: 'Часть названия',
    manyRoles: 'Здесь показаны не все роли. Выбранное сохранится, пока вы ищете.',
    places: 'Найти место',
    placesHint: 'Часть названия или кода',
    manyPlaces: 'Здесь показаны не все места. Отмеченное сохранится, пока вы ищете.',
    nothing: 'Ничего такого не найдено.',
    andMore: (names, count) => `${names} и ещё ${count}`,
    givenAtSome: 'Её можно дать только в местах, где вам самим всё это разрешено.',
  },
};
