import type { MailMessages } from './mail-messages.js';

export const es: MailMessages = {
  greeting: 'Hola:',
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
  'invitation-to-company': {
    subject: 'Le han invitado a una empresa',
    paragraphs: [
      'Una empresa le ha invitado a su Workplace Safety. Inicie sesión como siempre y elija la empresa.',
    ],
    link: 'Abrir Workplace Safety',
    afterwards: [
      'Si no conoce la empresa, no tiene que hacer nada: mientras no la abra, no sabrá nada de usted.',
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
  'new-email': {
    subject: 'Confirme su nueva dirección de correo electrónico',
    paragraphs: [
      'Alguien, esperamos que usted, quiere iniciar sesión en Workplace Safety con esta dirección.',
    ],
    link: 'Confirmar la dirección',
    afterwards: [
      'El enlace sirve una sola vez y durante una hora. Se le pedirá su contraseña.',
      'Si no ha sido usted, no tiene que hacer nada: nada cambia.',
    ],
  },
  'email-taken': {
    subject: 'Se ha indicado su dirección para otra cuenta',
    paragraphs: [
      'Alguien ha querido usar esta dirección de correo electrónico para otra cuenta. Pertenece a la suya, así que nada ha cambiado.',
    ],
    afterwards: [
      'Si ha sido usted, inicie sesión con esta dirección o pida una contraseña nueva en la página de inicio de sesión.',
    ],
  },
  'email-requested': {
    subject: 'Una nueva dirección para su cuenta',
    paragraphs: [
      'Alguien, esperamos que usted, ha pedido cambiar la dirección de correo electrónico de su cuenta. Hasta que se confirme la nueva, inicie sesión con esta.',
    ],
    afterwards: [
      'Si no ha sido usted, establezca de inmediato una contraseña nueva con «¿Ha olvidado su contraseña?» en la página de inicio de sesión. Así se anula la petición.',
    ],
  },
  'email-changed': {
    subject: 'Su dirección de correo electrónico ha cambiado',
    paragraphs: [
      'Se ha cambiado la dirección de correo electrónico de su cuenta. Con esta ya no puede iniciar sesión.',
    ],
    afterwards: ['Si no ha sido usted, avise de inmediato a su administrador.'],
  },
};
