import type { MailMessages } from './mail-messages.js';

export const es: MailMessages = {
  greeting: (name) => `Hola, ${name}:`,
  invitation: {
    subject: 'Su cuenta de Workplace Safety',
    paragraphs: [
      'Se ha creado una cuenta de Workplace Safety para usted. Elija una contraseña para empezar.',
    ],
    link: 'Elegir una contraseña',
    afterwards: [
      'El enlace sirve una sola vez y durante siete días. Después puede pedir otro con «¿Ha olvidado su contraseña?» en la página de inicio de sesión.',
    ],
  },
  'forgotten-password': {
    subject: 'Establecer una contraseña nueva',
    paragraphs: ['Alguien, esperamos que usted, ha pedido una contraseña nueva para su cuenta.'],
    link: 'Establecer una contraseña nueva',
    afterwards: [
      'El enlace sirve una sola vez y durante una hora.',
      'Si no ha sido usted, no tiene que hacer nada: su contraseña sigue siendo la misma.',
    ],
  },
  'password-changed': {
    subject: 'Su contraseña ha cambiado',
    paragraphs: [
      'Se ha cambiado la contraseña de su cuenta y se ha cerrado la sesión en los demás dispositivos.',
    ],
    afterwards: [
      'Si no ha sido usted, establezca de inmediato una contraseña nueva con «¿Ha olvidado su contraseña?» en la página de inicio de sesión y avise a su administrador.',
    ],
  },
};
