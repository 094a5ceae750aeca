import type { Language } from '@safety/contracts';

interface Texts {
  about: string;
  forPeople: string;
  console: string;
  consoleHint: string;
  docs: string;
  docsHint: string;
  forPrograms: string;
  api: string;
  accounts: string;
  openapi: string;
  discovery: string;
  catalog: string;
  token: string;
  tokenHint: string;
  demo: string;
  demoHint: string;
  user: string;
  password: string;
  mailbox: string;
  mailboxHint: string;
  demoToken: string;
}

/** The texts of the start page; a language without them does not compile. */
export const messages: Readonly<Record<Language, Texts>> = {
  en: {
    about: 'Sign-in with OpenID Connect, and an API for hazards, personnel, org structures and training.',
    forPeople: 'For people',
    console: 'Console',
    consoleHint: 'your profile, password and sessions; API clients for administrators',
    docs: 'API reference',
    docsHint: 'read about every call, and try it',
    forPrograms: 'For programs',
    api: 'Business API',
    accounts: 'Accounts API',
    openapi: 'OpenAPI document',
    discovery: 'OpenID Connect discovery',
    catalog: 'The same links for programs',
    token: 'How to get a token',
    tokenHint:
      'An administrator registers an API client in the console. The client signs users in with the authorization code flow and PKCE, and sends the access token with each call.',
    demo: 'Demo',
    demoHint: 'This suite runs with demo data, and everybody knows these passwords.',
    user: 'User',
    password: 'Password',
    mailbox: 'Mailbox',
    mailboxHint: 'the e-mails that would be sent',
    demoToken: 'A token for this user:',
  },
  es: {
    about: 'Inicio de sesión con OpenID Connect y una API de peligros, personal, organización y formación.',
    forPeople: 'Para personas',
    console: 'Consola',
    consoleHint: 'su perfil, contraseña y sesiones; clientes de API para administradores',
    docs: 'Referencia de la API',
    docsHint: 'lea sobre cada llamada y pruébela',
    forPrograms: 'Para programas',
    api: 'API de negocio',
    accounts: 'API de cuentas',
    openapi: 'Documento OpenAPI',
    discovery: 'Descubrimiento de OpenID Connect',
    catalog: 'Los mismos enlaces para programas',
    token: 'Cómo obtener un token',
    tokenHint:
      'Un administrador registra un cliente de API en la consola. El cliente inicia la sesión de los usuarios con el flujo de código de autorización y PKCE, y envía el token de acceso en cada llamada.',
    demo: 'Demostración',
    demoHint: 'Este sistema funciona con datos de demostración y estas contraseñas son públicas.',
    user: 'Usuario',
    password: 'Contraseña',
    mailbox: 'Buzón',
    mailboxHint: 'los correos que se enviarían',
    demoToken: 'Un token para este usuario:',
  },
  ru: {
    about: 'Вход через OpenID Connect и API по опасностям, персоналу, оргструктурам и обучению.',
    forPeople: 'Для людей',
    console: 'Консоль',
    consoleHint: 'ваш профиль, пароль и сеансы; API-клиенты для администраторов',
    docs: 'Справочник по API',
    docsHint: 'описание каждого вызова, который можно сразу попробовать',
    forPrograms: 'Для программ',
    api: 'Бизнес-API',
    accounts: 'API учётных записей',
    openapi: 'Документ OpenAPI',
    discovery: 'Обнаружение OpenID Connect',
    catalog: 'Те же ссылки для программ',
    token: 'Как получить токен',
    tokenHint:
      'Администратор регистрирует API-клиент в консоли. Клиент выполняет вход пользователей по коду авторизации с PKCE и передаёт токен доступа с каждым вызовом.',
    demo: 'Демонстрация',
    demoHint: 'Система работает с демонстрационными данными, и эти пароли известны всем.',
    user: 'Пользователь',
    password: 'Пароль',
    mailbox: 'Почтовый ящик',
    mailboxHint: 'письма, которые были бы отправлены',
    demoToken: 'Токен для этого пользователя:',
  },
  kk: {
    about: 'OpenID Connect арқылы кіру және қауіптер, персонал, ұйым құрылымы мен оқыту туралы API.',
    forPeople: 'Адамдарға',
    console: 'Консоль',
    consoleHint: 'профиліңіз, құпиясөзіңіз және сеанстарыңыз; әкімшілерге API клиенттері',
    docs: 'API анықтамалығы',
    docsHint: 'әр шақыру туралы оқып, оны байқап көріңіз',
    forPrograms: 'Бағдарламаларға',
    api: 'Бизнес API',
    accounts: 'Тіркелгілер API',
    openapi: 'OpenAPI құжаты',
    discovery: 'OpenID Connect баптаулары',
    catalog: 'Бағдарламаларға арналған осы сілтемелер',
    token: 'Токенді қалай алуға болады',
    tokenHint:
      'Әкімші консольде API клиентін тіркейді. Клиент пайдаланушыларды PKCE бар авторизация коды арқылы кіргізеді және әр шақырумен бірге қол жеткізу токенін жібереді.',
    demo: 'Демонстрация',
    demoHint: 'Жүйе демонстрациялық деректермен жұмыс істейді, бұл құпиясөздер баршаға белгілі.',
    user: 'Пайдаланушы',
    password: 'Құпиясөз',
    mailbox: 'Пошта жәшігі',
    mailboxHint: 'жіберілетін хаттар',
    demoToken: 'Осы пайдаланушының токені:',
  },
  nl: {
    about: 'Aanmelden met OpenID Connect, en een API voor gevaren, personeel, organisatie en opleiding.',
    forPeople: 'Voor mensen',
    console: 'Console',
    consoleHint: 'uw profiel, wachtwoord en sessies; API-clients voor beheerders',
    docs: 'API-referentie',
    docsHint: 'lees over elke aanroep en probeer hem uit',
    forPrograms: 'Voor programma’s',
    api: 'Zakelijke API',
    accounts: 'Accounts-API',
    openapi: 'OpenAPI-document',
    discovery: 'OpenID Connect-configuratie',
    catalog: 'Dezelfde links voor programma’s',
    token: 'Hoe u een token krijgt',
    tokenHint:
      'Een beheerder registreert een API-client in de console. De client meldt gebruikers aan met de autorisatiecode en PKCE, en stuurt het toegangstoken met elke aanroep mee.',
    demo: 'Demo',
    demoHint: 'Dit systeem draait met demogegevens; iedereen kent deze wachtwoorden.',
    user: 'Gebruiker',
    password: 'Wachtwoord',
    mailbox: 'Postvak',
    mailboxHint: 'de e-mails die verstuurd zouden worden',
    demoToken: 'Een token voor deze gebruiker:',
  },
};
