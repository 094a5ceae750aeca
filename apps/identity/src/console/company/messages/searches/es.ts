import type { SearchMessages } from './searches.js';

export const searches: SearchMessages = {
  searches: {
    roles: 'Buscar un rol',
    rolesHint: 'Una parte del nombre',
    manyRoles: 'Hay más roles de los que se muestran aquí. Lo elegido se conserva mientras busca.',
    places: 'Buscar un lugar',
    placesHint: 'Una parte del nombre o del código',
    manyPlaces: 'Hay más lugares de los que se muestran aquí. Lo marcado se conserva mientras busca.',
    nothing: 'No se ha encontrado nada así.',
    andMore: (names, count) => `${names} y ${count} más`,
    givenAtSome: 'Solo puede darlo en lugares donde usted mismo pueda hacer todo esto.',
  },
};
