import type { ConsoleMessages } from './messages.js';

export const kk: ConsoleMessages = {
  console: 'Тіркелгіңіз',
  sections: {
    profile: 'Профиль',
    password: 'Құпиясөз',
    sessions: 'Сеанстар',
    clients: 'API клиенттері',
    deliveries: 'Шығу хабарламалары',
    refusals: 'Бас тартулар',
    audit: 'Аудит журналы',
  },
  signOut: 'Шығу',
  signInAgain: 'Қайта кіру',
  signInAgainHint: 'Қайта кіріңіз. Ол үшін браузер cookie файлдарын қабылдауы керек.',
  done: {
    passwordChanged: 'Құпиясөз өзгертілді. Басқа жерлердің бәрінде жүйеден шықтыңыз.',
    sessionEnded: 'Сеанс аяқталды.',
    sessionsEnded: 'Басқа сеанстардың бәрі аяқталды.',
    clientCreated: 'Клиент тіркелді.',
    clientSaved: 'Клиент сақталды.',
    clientDisabled: 'Клиент өшірілді.',
    clientEnabled: 'Клиент қосылды.',
    clientDeleted: 'Клиент жойылды.',
    secretRevoked: 'Құпия кілт кері қайтарылды.',
    deliveryRetried: 'Хабарлама жақын арада қайта жіберіледі.',
  },
  cancel: 'Бас тарту',
  notAllowed: 'Бұл бетті көруге рұқсатыңыз жоқ',
  notAKeeper:
    'API клиенттерін компания әкімшілері басқарады. Сіз солардың бірі болуға тиіс болсаңыз, компанияңыздың әкімшісіне хабарласыңыз.',
  foreignForm: 'Форма жіберілген бет ескірген. Оны қайта ашып, әрекетті қайталаңыз.',

  profileHint: 'Атыңыз бен электрондық поштаңызды компанияңыздың әкімшілері басқарады.',
  name: 'Аты-жөні',
  email: 'Электрондық пошта',
  language: 'Тіл',
  languageHint: 'Басқа тілді беттің төменгі жағынан таңдауға болады.',

  passwordHint: 'Құпиясөз ауысқанда басқа жерлердің бәрінде жүйеден шығасыз.',
  changePassword: 'Құпиясөзді өзгерту',

  sessionsHint:
    'Сіз жүйеге кірген браузерлер. Танымайтын сеансты аяқтаңыз және мұндай жағдайда құпиясөзді өзгертіңіз.',
  thisDevice: 'осы браузер',
  unknownDevice: 'Белгісіз құрылғы',
  onSystem: (browser, system) => `${browser}, ${system}`,
  address: 'Интернет мекенжайы',
  firstSeen: 'Кірген уақыты',
  lastSeen: 'Соңғы белсенділік',
  applications: 'Қолданбалар',
  endSession: 'Сеансты аяқтау',
  endOthers: 'Басқа сеанстардың бәрін аяқтау',
  endOthersHint: 'Құпиясөзіңізді браузерсіз пайдаланатын қолданбаларға да қайта кіру керек болады.',
  onlyThisSession: 'Басқа еш жерде жүйеге кірмегенсіз.',
};
