import type { ConsoleMessages } from './messages.js';

export const es: ConsoleMessages = {
  console: 'Su cuenta',
  menu: 'Menú',
  sections: {
    profile: 'Perfil',
    password: 'Contraseña',
    sessions: 'Sesiones',
    companies: 'Empresa',
    clients: 'Clientes API',
    deliveries: 'Avisos de cierre',
    refusals: 'Rechazos',
    audit: 'Registro de auditoría',
  },
  signOut: 'Cerrar sesión',
  signInAgain: 'Volver a iniciar sesión',
  signInAgainHint: 'Vuelva a iniciar sesión.',
  done: {
    passwordChanged: 'Su contraseña ha cambiado. Se ha cerrado su sesión en todos los demás lugares.',
    profileSaved: 'Su perfil está guardado.',
    emailAsked:
      'Si nadie más inicia sesión con la nueva dirección, ya se ha enviado allí un enlace para confirmarla, salvo que se hayan enviado varios en la última hora.',
    sessionEnded: 'La sesión ha terminado.',
    sessionsEnded: 'Todas las demás sesiones han terminado.',
    clientCreated: 'El cliente está registrado.',
    clientSaved: 'El cliente está guardado.',
    clientActs:
      'El cliente está guardado. Ahora actúa por la empresa por sí mismo, así que sus secretos anteriores han terminado: cree uno nuevo.',
    clientDisabled: 'El cliente está desactivado.',
    clientEnabled: 'El cliente está activado.',
    clientDeleted: 'El cliente se ha eliminado.',
    secretRevoked: 'El secreto está revocado.',
    deliveryRetried: 'El aviso se repetirá enseguida.',
    userInvited: 'El usuario está invitado.',
    userSaved: 'El nombre está guardado.',
    userDisabled: 'El usuario está desactivado en esta empresa.',
    userEnabled: 'El usuario está activado de nuevo.',
    userRemoved: 'El usuario ya no pertenece a la empresa.',
    invitationSent:
      'La invitación está en camino, salvo que se enviara una en los últimos diez minutos. Si una empresa invita a más de mil usuarios en una hora, algunas esperan a las horas siguientes.',
    roleGiven: 'El rol está dado.',
    roleChanged: 'El rol se ha cambiado.',
    roleTaken: 'El rol se ha quitado.',
    roleSaved: 'El rol está guardado.',
    roleArchived: 'El rol está archivado.',
    roleRestored: 'El rol se ha recuperado.',
    companySaved: 'Los ajustes están guardados.',
    nothingSaved: 'No se ha guardado nada: antes tenía que volver a iniciar sesión.',
  },
  cancel: 'Cancelar',
  notAllowed: 'No puede ver esta página',
  notAKeeper:
    'Los clientes API los gestionan los administradores de una empresa. Si debería ser uno de ellos, pregunte a un administrador de su empresa.',
  notAnAdministrator:
    'Esto es para los administradores de la empresa cuyo rol cuenta en toda la empresa. Si debería ser uno de ellos, pregunte a un administrador de su empresa.',
  foreignForm:
    'La página desde la que envió esto estaba desactualizada. Ábrala de nuevo y repita lo que hizo.',
  failedForm: 'Este formulario ha fallado varias veces. Abra su página de nuevo y repita lo que hizo.',

  profileHint:
    'Usted puede cambiar su nombre, idioma, zona horaria y correo electrónico. Los administradores de una empresa pueden cambiar el nombre con el que ella le conoce.',
  name: 'Nombre',
  email: 'Correo electrónico',
  language: 'Idioma',
  languageOfPages: 'Idioma de estas páginas',
  languageHint: 'Puede elegir otro al final de la página.',
  asTheCompany: 'Como en su empresa',
  profileAway:
    'El idioma y la zona horaria no se pueden mostrar en este momento. Inténtelo de nuevo más tarde.',

  editProfile: 'Editar su perfil',
  editProfileHint:
    'El nombre y los apellidos valen en todas sus empresas. Las aplicaciones pueden guiarse por el idioma y la zona horaria. Estas páginas pasan al idioma nuevo que elija aquí y muestran las horas en la zona horaria elegida.',

  changeEmail: 'Cambiar correo electrónico',
  changeEmailHint:
    'Se envía un enlace a la nueva dirección. Ábralo e introduzca su contraseña: desde entonces iniciará sesión con la nueva dirección. Se avisa también a la dirección actual.',
  changeEmailByOperators: 'Pida a los operadores de este servicio que cambien la dirección.',
  newEmail: 'Nuevo correo electrónico',
  sendLink: 'Enviar el enlace',

  passwordHint: 'Con una contraseña nueva se cierra su sesión en todos los demás lugares.',
  changePassword: 'Cambiar contraseña',

  sessionsHint:
    'Los navegadores en los que tiene la sesión iniciada. Termine las sesiones que no reconozca y, en ese caso, cambie su contraseña.',
  thisDevice: 'este navegador',
  unknownDevice: 'Dispositivo desconocido',
  onSystem: (browser, system) => `${browser} en ${system}`,
  address: 'Dirección de Internet',
  firstSeen: 'Inicio de sesión',
  lastSeen: 'Última actividad',
  applications: 'Aplicaciones',
  endSession: 'Terminar sesión',
  endOthers: 'Terminar todas las demás sesiones',
  endOthersHint:
    'Las aplicaciones que usan su contraseña sin navegador también tendrán que iniciar sesión de nuevo.',
  onlyThisSession: 'No tiene la sesión iniciada en ningún otro lugar.',
  moreSessions: (shown) =>
    `Hay más que estas ${shown}. «Terminar todas las demás sesiones» termina también el resto.`,
};
