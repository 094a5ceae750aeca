import type { FaultMessages } from './faults.js';

export const faults: FaultMessages = {
  faults: {
    inTitle: 'Corrija los datos',
    summary: 'Todavía no se ha guardado. Corrija lo que está marcado.',
    required: 'Rellene este campo.',
    tooShort: (least) => `Demasiado corto: escriba al menos ${least} caracteres.`,
    tooLong: (most) => `Demasiado largo: escriba como máximo ${most} caracteres.`,
    tooMany: 'Son demasiados.',
    outOfRange: 'Este número es demasiado pequeño o demasiado grande.',
    invalidFormat: 'No se puede leer. Compruebe cómo está escrito.',
    choose: 'Elija una opción.',
    notFound: 'Esto ya no existe en la empresa.',
    archived: 'Está archivado. Elija otro.',
    duplicate: 'Ya está en uso. Elija otro.',
    wrong: 'Esto no es posible.',
    cannotGive: (permission) =>
      `Solo puede dar lo que usted mismo puede hacer, y hasta donde puede hacerlo. Esto no lo puede hacer: «${permission}»`,
    searchTooShort: 'Escriba de 2 a 100 caracteres.',
    userExists: 'Un usuario con este correo ya pertenece a la empresa.',
    notAnEmail: 'Escriba un correo electrónico, como una@works.example.',
    ownEmail: 'Ya inicia sesión con este correo: las mayúsculas y las minúsculas son lo mismo. Escriba otro.',
    roleHeld: 'Este rol ya está dado ahí.',
    everywhereAndPlaces:
      'El rol vale en toda la empresa o en los lugares que marque: elija una de las dos cosas.',
    noPlace: 'Marque al menos un lugar.',
    tooManyPlaces: (most) =>
      `Marque como máximo ${most} lugares: cada uno vale también para los que están por debajo.`,
    band: 'Escriba un número entero de 2 a 25.',
    bandOrder: 'Cada banda debe empezar por encima de la anterior.',
    sessionLifetime: 'Escriba un número entero de 5 a 20160, o nada.',
    notALanguage: 'Escriba una etiqueta de idioma, como en o es-MX.',
    noSuchPerson:
      'Nadie que pertenezca o haya pertenecido a la empresa tiene ahora este correo. Escriba el correo actual.',
    filter: 'Compruebe el filtro: con él no se puede encontrar nada.',
    beforeFrom: 'Es anterior al primer día. Escriba uno posterior.',
  },
  refusals: {
    'last-administrator':
      'La empresa necesita al menos un usuario activo que pueda gestionar usuarios, roles y ajustes. Dé antes esos permisos a otra persona.',
    'in-use': 'Hay usuarios o clientes API con este rol. Quíteselo antes a todos.',
    'built-in': 'Este rol viene incluido y nadie lo cambia. Cree un rol propio.',
    archived: 'Mientras tanto, otra persona lo ha quitado.',
    duplicate: 'Ya hay uno igual.',
  },
};
