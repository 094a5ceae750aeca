import type { ConsoleMessages } from './messages.js';

export const ru: ConsoleMessages = {
  console: 'Ваша учётная запись',
  sections: {
    profile: 'Профиль',
    password: 'Пароль',
    sessions: 'Сеансы',
    clients: 'Клиенты API',
    deliveries: 'Уведомления о выходе',
    refusals: 'Отказы',
    audit: 'Журнал аудита',
  },
  signOut: 'Выйти',
  signInAgain: 'Войти снова',
  signInAgainHint: 'Войдите ещё раз. Для этого браузер должен принимать файлы cookie.',
  done: {
    passwordChanged: 'Пароль изменён. Во всех других местах выполнен выход.',
    sessionEnded: 'Сеанс завершён.',
    sessionsEnded: 'Все остальные сеансы завершены.',
    clientCreated: 'Клиент зарегистрирован.',
    clientSaved: 'Клиент сохранён.',
    clientDisabled: 'Клиент отключён.',
    clientEnabled: 'Клиент включён.',
    clientDeleted: 'Клиент удалён.',
    secretRevoked: 'Секрет отозван.',
    deliveryRetried: 'Уведомление скоро будет отправлено ещё раз.',
  },
  cancel: 'Отмена',
  notAllowed: 'У вас нет доступа к этой странице',
  notAKeeper:
    'Клиентами API управляют администраторы компании. Если вы должны быть одним из них, обратитесь к администратору своей компании.',
  foreignForm: 'Страница, с которой вы отправили форму, устарела. Откройте её снова и повторите действие.',

  profileHint: 'Вашим именем и адресом электронной почты управляют администраторы вашей компании.',
  name: 'Имя',
  email: 'Электронная почта',
  language: 'Язык',
  languageHint: 'Выбрать другой можно внизу страницы.',

  passwordHint: 'После смены пароля во всех других местах будет выполнен выход.',
  changePassword: 'Сменить пароль',

  sessionsHint:
    'Браузеры, в которых вы вошли в систему. Завершите сеансы, которые вам незнакомы, и в этом случае смените пароль.',
  thisDevice: 'этот браузер',
  unknownDevice: 'Неизвестное устройство',
  onSystem: (browser, system) => `${browser}, ${system}`,
  address: 'Интернет-адрес',
  firstSeen: 'Вход выполнен',
  lastSeen: 'Последняя активность',
  applications: 'Приложения',
  endSession: 'Завершить сеанс',
  endOthers: 'Завершить все остальные сеансы',
  endOthersHint: 'Приложениям, которые используют ваш пароль без браузера, тоже придётся войти заново.',
  onlyThisSession: 'Больше вы нигде не вошли в систему.',
};
