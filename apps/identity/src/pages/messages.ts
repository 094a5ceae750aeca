import type { Locale } from './locale.js';

/** Every text of the pages. */
export interface Messages {
  signIn: string;
  signInTo: (client: string) => string;
  email: string;
  password: string;
  wrongCredentials: string;
  busy: string;
  signOut: string;
  signOutQuestion: string;
  signOutHint: string;
  signedOut: string;
  signedOutHint: string;
  error: string;
  errorHint: string;
  requestExpired: string;
  technicalDetails: string;
}

export const messages: Record<Locale, Messages> = {
  en: {
    signIn: 'Sign in',
    signInTo: (client) => `Continue to ${client}`,
    email: 'E-mail address',
    password: 'Password',
    wrongCredentials: 'The e-mail address or the password is not right.',
    busy: 'Too many people are signing in right now. Please try again in a moment.',
    signOut: 'Sign out',
    signOutQuestion: 'Do you want to sign out?',
    signOutHint: 'You will be signed out of every application you opened with this account.',
    signedOut: 'You are signed out',
    signedOutHint: 'The applications you used have been told. You can close this window.',
    error: 'This did not work',
    errorHint: 'Go back to the application you came from and try again.',
    requestExpired: 'This sign-in has expired or was finished already.',
    technicalDetails: 'Technical details',
  },
  es: {
    signIn: 'Iniciar sesión',
    signInTo: (client) => `Continuar a ${client}`,
    email: 'Correo electrónico',
    password: 'Contraseña',
    wrongCredentials: 'El correo electrónico o la contraseña no son correctos.',
    busy: 'Hay demasiados inicios de sesión en este momento. Inténtelo de nuevo en un instante.',
    signOut: 'Cerrar sesión',
    signOutQuestion: '¿Desea cerrar la sesión?',
    signOutHint: 'Se cerrará la sesión en todas las aplicaciones abiertas con esta cuenta.',
    signedOut: 'La sesión está cerrada',
    signedOutHint: 'Se ha avisado a las aplicaciones que usaba. Puede cerrar esta ventana.',
    error: 'No ha funcionado',
    errorHint: 'Vuelva a la aplicación de la que venía e inténtelo de nuevo.',
    requestExpired: 'Este inicio de sesión ha caducado o ya se ha completado.',
    technicalDetails: 'Detalles técnicos',
  },
  ru: {
    signIn: 'Вход',
    signInTo: (client) => `Продолжить в ${client}`,
    email: 'Электронная почта',
    password: 'Пароль',
    wrongCredentials: 'Неверный адрес электронной почты или пароль.',
    busy: 'Сейчас входит слишком много пользователей. Повторите попытку чуть позже.',
    signOut: 'Выйти',
    signOutQuestion: 'Вы хотите выйти?',
    signOutHint: 'Вы выйдете из всех приложений, открытых с этой учётной записью.',
    signedOut: 'Вы вышли',
    signedOutHint: 'Приложения, которыми вы пользовались, уведомлены. Это окно можно закрыть.',
    error: 'Не получилось',
    errorHint: 'Вернитесь в приложение, из которого вы пришли, и попробуйте ещё раз.',
    requestExpired: 'Время входа истекло, или вход уже выполнен.',
    technicalDetails: 'Технические сведения',
  },
  kk: {
    signIn: 'Кіру',
    signInTo: (client) => `${client} қолданбасына өту`,
    email: 'Электрондық пошта',
    password: 'Құпиясөз',
    wrongCredentials: 'Электрондық пошта немесе құпиясөз дұрыс емес.',
    busy: 'Қазір тым көп адам кіріп жатыр. Сәлден соң қайталап көріңіз.',
    signOut: 'Шығу',
    signOutQuestion: 'Шыққыңыз келе ме?',
    signOutHint: 'Осы тіркелгімен ашылған барлық қолданбалардан шығасыз.',
    signedOut: 'Сіз шықтыңыз',
    signedOutHint: 'Пайдаланған қолданбаларыңызға хабарланды. Бұл терезені жабуға болады.',
    error: 'Орындалмады',
    errorHint: 'Келген қолданбаңызға оралып, қайталап көріңіз.',
    requestExpired: 'Кіру уақыты өтіп кетті немесе кіру аяқталған.',
    technicalDetails: 'Техникалық мәліметтер',
  },
  nl: {
    signIn: 'Inloggen',
    signInTo: (client) => `Verder naar ${client}`,
    email: 'E-mailadres',
    password: 'Wachtwoord',
    wrongCredentials: 'Het e-mailadres of het wachtwoord klopt niet.',
    busy: 'Er loggen nu te veel mensen in. Probeer het zo meteen opnieuw.',
    signOut: 'Uitloggen',
    signOutQuestion: 'Wilt u uitloggen?',
    signOutHint: 'U wordt uitgelogd bij alle toepassingen die u met dit account hebt geopend.',
    signedOut: 'U bent uitgelogd',
    signedOutHint: 'De toepassingen die u gebruikte zijn op de hoogte. U kunt dit venster sluiten.',
    error: 'Dit is niet gelukt',
    errorHint: 'Ga terug naar de toepassing waar u vandaan kwam en probeer het opnieuw.',
    requestExpired: 'Deze aanmelding is verlopen of al afgerond.',
    technicalDetails: 'Technische gegevens',
  },
};
