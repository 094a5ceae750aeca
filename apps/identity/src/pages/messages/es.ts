import type { Messages } from './messages.js';

export const es: Messages = {
  language: 'Idioma',
  skipToContent: 'Saltar al contenido',

  signIn: 'Iniciar sesión',
  signInTo: (client) => `Continuar a ${client}`,
  email: 'Correo electrónico',
  password: 'Contraseña',
  wrongCredentials: 'El correo electrónico o la contraseña no son correctos.',
  wrongPassword: 'La contraseña no es correcta.',
  busy: 'Hay demasiados inicios de sesión en este momento. Inténtelo de nuevo en un instante.',
  tooManyAttempts: (when) =>
    `Ha habido demasiados intentos fallidos. Inténtelo de nuevo ${when} o establezca una contraseña nueva.`,
  accountLocked: 'Ha habido demasiados intentos fallidos seguidos. Establezca una contraseña nueva.',
  forgottenPassword: '¿Ha olvidado su contraseña?',

  forgottenPasswordTitle: '¿Ha olvidado su contraseña?',
  forgottenPasswordHint:
    'Escriba su correo electrónico y le enviaremos un enlace para establecer una contraseña nueva.',
  sendLink: 'Enviar enlace',
  linkSent: 'Revise su correo',
  linkSentHint:
    'Si existe una cuenta con esta dirección, recibirá en breve un mensaje con un enlace, salvo que se hayan enviado varios en la última hora. Si no llega en unos minutos, mire en la carpeta de correo no deseado.',
  tooManyMails: (when) => `Se han pedido demasiados enlaces. Inténtelo de nuevo ${when}.`,
  tooManyPasswords: (when) => `Se han probado demasiadas contraseñas nuevas. Inténtelo de nuevo ${when}.`,
  noMail: 'Desde aquí no se puede enviar correo',
  noMailHint: 'Pida a los operadores de este servicio un enlace para establecer una contraseña nueva.',
  backToSignIn: 'Volver al inicio de sesión',
  openMailbox: 'Abrir el buzón de demostración',

  newPasswordTitle: 'Establecer una contraseña nueva',
  invitationTitle: 'Le damos la bienvenida',
  newPasswordFor: (email) => `Para la cuenta ${email}`,
  newPassword: 'Contraseña nueva',
  newPasswordHint: (least) =>
    `Al menos ${least} caracteres. Varias palabras seguidas son fáciles de recordar y difíciles de adivinar.`,
  repeatPassword: 'Repita la contraseña nueva',
  savePassword: 'Guardar contraseña',
  passwordTooShort: (least) => `Demasiado corta: use al menos ${least} caracteres.`,
  passwordTooLong: (most) => `Demasiado larga: use como máximo ${most} caracteres.`,
  passwordTooCommon:
    'Demasiado fácil de adivinar: es de las primeras que prueban los atacantes. Elija otra contraseña.',
  passwordTooPersonal: 'Elija una contraseña que no contenga su nombre ni su correo electrónico.',
  passwordsDiffer: 'Las dos contraseñas no coinciden.',
  passwordSaved: 'La contraseña se ha guardado',
  passwordSavedHint: 'Ya puede iniciar sesión con ella.',
  signedOutElsewhere: 'En los demás dispositivos se ha cerrado su sesión.',
  linkInvalid: 'Este enlace ya no es válido',
  linkInvalidHint: 'Cada enlace sirve una sola vez y durante un tiempo limitado. Puede pedir uno nuevo.',
  requestLink: 'Pedir un enlace nuevo',
  sentTwice: 'Si envió el formulario dos veces, ya está guardado. Puede iniciar sesión.',

  newEmailTitle: 'Confirme su nueva dirección de correo electrónico',
  newEmailHint: (email) => `Cuando la confirme, iniciará sesión con ${email}.`,
  newPasswordEndsLink:
    'Una contraseña nueva anula este enlace. Después, pida de nuevo el cambio de dirección.',
  confirmEmail: 'Confirmar la dirección',
  emailConfirmed: 'Su nueva dirección está confirmada',
  emailConfirmedHint: 'Será válida en un momento. Después inicie sesión con ella.',
  emailLinkInvalidHint:
    'Cada enlace sirve una sola vez y durante un tiempo limitado. Puede pedir el cambio de nuevo.',

  consent: 'Permitir el acceso',
  consentQuestion: (client) => `¿Permitir el acceso a ${client}?`,
  signedInAs: (name, email) => `Ha iniciado sesión como ${name} (${email}).`,
  consentList: 'Si lo permite, la aplicación podrá',
  scopes: {
    openid: 'saber quién es usted',
    profile: 'ver su nombre',
    roles: 'ver sus empresas y sus roles en ellas',
    email: 'ver su correo electrónico',
    offline_access: 'conservar este acceso cuando usted no esté',
    resources_accounts_api:
      'ver y cambiar su perfil, y ver en qué empresas trabaja; donde administre una empresa, ver y cambiar sus usuarios, roles y ajustes, hasta donde usted puede',
    resources_business_api:
      'leer y cambiar peligros, eventos y lesiones, acciones, personas, asociados, estructuras, cursos y registros de formación, hasta donde usted puede',
    'resources_business_api.read':
      'leer peligros, eventos y lesiones, acciones, personas, asociados, estructuras, cursos y registros de formación, hasta donde usted puede',
  },
  scopesOfCompany: {
    roles: 'ver sus roles en la empresa a la que pertenece',
    resources_accounts_api:
      'ver su perfil y que usted trabaja para la empresa a la que pertenece; si administra esa empresa, ver y cambiar sus usuarios, roles y ajustes, hasta donde usted puede',
  },
  consentOneCompany: 'Pertenece a una de sus empresas y no recibe nada de las demás.',
  consentDestination: (host) => `Su respuesta se envía a ${host}.`,
  allow: 'Permitir',
  refuse: 'Rechazar',

  signOut: 'Cerrar sesión',
  signOutQuestion: '¿Desea cerrar la sesión?',
  signOutHint: 'Se cerrará la sesión en todas las aplicaciones abiertas con esta cuenta.',
  staySignedIn: 'Mantener la sesión',
  signedOut: 'La sesión está cerrada',
  signedOutHint: 'Puede cerrar esta ventana.',
  alreadySignedOut: 'La sesión ya estaba cerrada',
  alreadySignedOutHint: 'Esta sesión había terminado; no quedaba nada que cerrar.',
  applicationsTold: 'Aplicaciones en las que tenía la sesión abierta',
  told: 'sesión cerrada',
  beingTold: 'cerrando la sesión',

  oneMoment: 'Un momento',
  goOn: 'Continuar',
  backAtApplication: 'Está volviendo a la aplicación. Si no ocurre nada, pulse «Continuar».',
  otherUser:
    'En este navegador había iniciado sesión otra persona. Esa sesión se cierra antes de seguir. Si no ocurre nada, pulse «Continuar».',

  error: 'No ha funcionado',
  errorHint: 'Vuelva a la aplicación de la que venía e inténtelo de nuevo.',
  notFoundHint: 'No hay ninguna página en esta dirección.',
  goneHint: 'Esto ya no existe. Vuelva a abrir la lista.',
  forbiddenHint: 'Esta acción no está permitida. Vuelva atrás e inténtelo de nuevo.',
  noAccessHint: 'Su cuenta no tiene acceso a esta aplicación.',
  busyHint: 'Hay demasiada actividad en este momento. Inténtelo de nuevo en un instante.',
  busyUntil: (when) => `Hay demasiada actividad en este momento. Inténtelo de nuevo ${when}.`,
  faultHint: 'Algo ha fallado por nuestra parte. Inténtelo de nuevo en un instante.',
  requestExpired: 'Este inicio de sesión ha caducado o ya se ha completado.',
  cookiesNeeded: 'Para ello, su navegador debe aceptar cookies.',
  backTo: (name) => `Volver a ${name}`,
  technicalDetails: 'Detalles técnicos',
  requestId: 'Número de solicitud',

  mailbox: 'Buzón de demostración',
  mailboxHint:
    'Con los datos de demostración ningún correo sale de este equipo. Aquí está lo que se habría enviado.',
  mailboxEmpty: 'Todavía no hay mensajes.',
  mailTo: 'Para',
};
