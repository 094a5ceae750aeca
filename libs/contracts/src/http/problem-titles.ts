import { type ProblemCode, problems } from './problem.js';

/** Languages that people are answered in; English first, which everything falls back to. */
export const languages = ['en', 'es', 'ru', 'kk', 'nl'] as const;
export type Language = (typeof languages)[number];

type Titles = Record<Exclude<Language, 'en'>, string>;

const translations: Record<ProblemCode, Titles> = {
  'malformed-json': {
    es: 'JSON mal formado',
    ru: 'Некорректный JSON',
    kk: 'JSON пішімі қате',
    nl: 'Ongeldige JSON',
  },
  'bad-request': {
    es: 'Solicitud incorrecta',
    ru: 'Неверный запрос',
    kk: 'Қате сұрау',
    nl: 'Ongeldig verzoek',
  },
  'unknown-parameter': {
    es: 'Parámetro desconocido',
    ru: 'Неизвестный параметр',
    kk: 'Белгісіз параметр',
    nl: 'Onbekende parameter',
  },
  'invalid-parameter': {
    es: 'Parámetro no válido',
    ru: 'Недопустимый параметр',
    kk: 'Жарамсыз параметр',
    nl: 'Ongeldige parameter',
  },
  'invalid-cursor': {
    es: 'Cursor no válido',
    ru: 'Недопустимый курсор',
    kk: 'Жарамсыз курсор',
    nl: 'Ongeldige cursor',
  },
  'too-many-ids': {
    es: 'Demasiados identificadores',
    ru: 'Слишком много идентификаторов',
    kk: 'Идентификатор тым көп',
    nl: 'Te veel id’s',
  },
  'unsupported-api-version': {
    es: 'Versión de API no admitida',
    ru: 'Версия API не поддерживается',
    kk: 'API нұсқасына қолдау жоқ',
    nl: 'API-versie niet ondersteund',
  },
  'company-context-missing': {
    es: 'Falta la empresa',
    ru: 'Не указана компания',
    kk: 'Компания көрсетілмеген',
    nl: 'Bedrijf ontbreekt',
  },
  'company-context-invalid': {
    es: 'Empresa no válida',
    ru: 'Недопустимая компания',
    kk: 'Жарамсыз компания',
    nl: 'Ongeldig bedrijf',
  },
  'company-context-multiple': {
    es: 'Más de una empresa',
    ru: 'Указано несколько компаний',
    kk: 'Бірнеше компания көрсетілген',
    nl: 'Meer dan één bedrijf',
  },
  'token-missing': {
    es: 'Falta el token de acceso',
    ru: 'Нет токена доступа',
    kk: 'Қол жеткізу токені жоқ',
    nl: 'Toegangstoken ontbreekt',
  },
  'token-invalid': {
    es: 'Token de acceso no válido',
    ru: 'Недействительный токен доступа',
    kk: 'Қол жеткізу токені жарамсыз',
    nl: 'Ongeldig toegangstoken',
  },
  'token-expired': {
    es: 'Token de acceso caducado',
    ru: 'Срок токена доступа истёк',
    kk: 'Қол жеткізу токенінің мерзімі өткен',
    nl: 'Toegangstoken verlopen',
  },
  'user-required': {
    es: 'Se necesita un usuario',
    ru: 'Нужен пользователь',
    kk: 'Пайдаланушы қажет',
    nl: 'Gebruiker nodig',
  },
  'company-context-forbidden': {
    es: 'Empresa no accesible',
    ru: 'Компания недоступна',
    kk: 'Компания қолжетімсіз',
    nl: 'Bedrijf niet toegankelijk',
  },
  'insufficient-scope': {
    es: 'Alcance insuficiente',
    ru: 'Недостаточная область доступа',
    kk: 'Қол жеткізу аясы жеткіліксіз',
    nl: 'Onvoldoende scope',
  },
  'permission-denied': {
    es: 'Permiso denegado',
    ru: 'Нет разрешения',
    kk: 'Рұқсат жоқ',
    nl: 'Geen toestemming',
  },
  'origin-not-allowed': {
    es: 'Origen no permitido',
    ru: 'Источник запроса не разрешён',
    kk: 'Сұрау көзіне рұқсат жоқ',
    nl: 'Herkomst niet toegestaan',
  },
  'self-approval-not-allowed': {
    es: 'No se permite la autoaprobación',
    ru: 'Самоутверждение запрещено',
    kk: 'Өзін-өзі бекітуге болмайды',
    nl: 'Zelf goedkeuren niet toegestaan',
  },
  'not-an-approver': {
    es: 'No es aprobador',
    ru: 'Вы не утверждающий',
    kk: 'Бекітуші емессіз',
    nl: 'Geen goedkeurder',
  },
  'not-found': { es: 'No encontrado', ru: 'Не найдено', kk: 'Табылмады', nl: 'Niet gevonden' },
  'history-date-not-found': {
    es: 'Fecha de historial no encontrada',
    ru: 'Дата истории не найдена',
    kk: 'Тарих күні табылмады',
    nl: 'Historiedatum niet gevonden',
  },
  'method-not-allowed': {
    es: 'Método no permitido',
    ru: 'Метод не разрешён',
    kk: 'Әдіске рұқсат жоқ',
    nl: 'Methode niet toegestaan',
  },
  'not-acceptable': { es: 'No aceptable', ru: 'Неприемлемо', kk: 'Қолайсыз', nl: 'Niet aanvaardbaar' },
  'request-timeout': {
    es: 'Tiempo de espera de la solicitud agotado',
    ru: 'Время ожидания запроса истекло',
    kk: 'Сұрауды күту уақыты бітті',
    nl: 'Verzoek duurde te lang',
  },
  'invalid-state': {
    es: 'Estado no válido',
    ru: 'Недопустимое состояние',
    kk: 'Жарамсыз күй',
    nl: 'Ongeldige status',
  },
  archived: { es: 'Archivado', ru: 'В архиве', kk: 'Мұрағатталған', nl: 'Gearchiveerd' },
  duplicate: { es: 'Duplicado', ru: 'Дубликат', kk: 'Қайталама', nl: 'Dubbel' },
  'in-use': { es: 'En uso', ru: 'Используется', kk: 'Қолданыста', nl: 'In gebruik' },
  'history-date-exists': {
    es: 'La fecha de historial ya existe',
    ru: 'Дата истории уже есть',
    kk: 'Тарих күні бар',
    nl: 'Historiedatum bestaat al',
  },
  'last-history-record': {
    es: 'Último registro del historial',
    ru: 'Последняя запись истории',
    kk: 'Тарихтың соңғы жазбасы',
    nl: 'Laatste historieregel',
  },
  'last-administrator': {
    es: 'Último administrador',
    ru: 'Последний администратор',
    kk: 'Соңғы әкімші',
    nl: 'Laatste beheerder',
  },
  'built-in': {
    es: 'Integrado',
    ru: 'Встроенная роль',
    kk: 'Кірістірілген рөл',
    nl: 'Ingebouwd',
  },
  'class-full': { es: 'Clase completa', ru: 'Группа заполнена', kk: 'Топ толған', nl: 'Klas vol' },
  'already-enrolled': { es: 'Ya inscrito', ru: 'Уже записан', kk: 'Жазылып қойған', nl: 'Al ingeschreven' },
  'open-actions': {
    es: 'Acciones abiertas',
    ru: 'Есть открытые действия',
    kk: 'Ашық әрекеттер бар',
    nl: 'Openstaande acties',
  },
  'has-active-children': {
    es: 'Tiene elementos activos debajo',
    ru: 'Есть активные вложенные элементы',
    kk: 'Белсенді ішкі элементтер бар',
    nl: 'Heeft actieve onderliggende items',
  },
  'idempotency-in-progress': {
    es: 'Solicitud en curso',
    ru: 'Запрос выполняется',
    kk: 'Сұрау орындалуда',
    nl: 'Verzoek wordt verwerkt',
  },
  'endpoint-removed': {
    es: 'Recurso eliminado de la API',
    ru: 'Метод API удалён',
    kk: 'API әдісі жойылған',
    nl: 'Endpoint verwijderd',
  },
  'cursor-expired': {
    es: 'Cursor caducado',
    ru: 'Срок курсора истёк',
    kk: 'Курсордың мерзімі өткен',
    nl: 'Cursor verlopen',
  },
  'version-mismatch': {
    es: 'La versión no coincide',
    ru: 'Версия не совпадает',
    kk: 'Нұсқа сәйкес емес',
    nl: 'Versie komt niet overeen',
  },
  'payload-too-large': {
    es: 'Contenido demasiado grande',
    ru: 'Слишком большой запрос',
    kk: 'Сұрау тым үлкен',
    nl: 'Inhoud te groot',
  },
  'uri-too-long': {
    es: 'URI demasiado larga',
    ru: 'Слишком длинный URI',
    kk: 'URI тым ұзын',
    nl: 'URI te lang',
  },
  'unsupported-media-type': {
    es: 'Tipo de contenido no admitido',
    ru: 'Тип содержимого не поддерживается',
    kk: 'Мазмұн түріне қолдау жоқ',
    nl: 'Mediatype niet ondersteund',
  },
  'expectation-failed': {
    es: 'Expectativa no cumplida',
    ru: 'Ожидание не выполнено',
    kk: 'Күту орындалмады',
    nl: 'Verwachting niet vervuld',
  },
  'validation-failed': {
    es: 'Datos no válidos',
    ru: 'Ошибка проверки данных',
    kk: 'Деректер тексеруден өтпеді',
    nl: 'Validatie mislukt',
  },
  'unknown-field': {
    es: 'Campo desconocido',
    ru: 'Неизвестное поле',
    kk: 'Белгісіз өріс',
    nl: 'Onbekend veld',
  },
  'managed-by-history': {
    es: 'Gestionado por el historial laboral',
    ru: 'Управляется трудовой историей',
    kk: 'Еңбек тарихымен басқарылады',
    nl: 'Beheerd door de werkhistorie',
  },
  'idempotency-key-reused': {
    es: 'Clave de idempotencia reutilizada',
    ru: 'Ключ идемпотентности уже использован',
    kk: 'Идемпотенттік кілті қайта қолданылған',
    nl: 'Idempotency-sleutel hergebruikt',
  },
  'no-approver-available': {
    es: 'No hay aprobador disponible',
    ru: 'Нет доступного утверждающего',
    kk: 'Бекітуші жоқ',
    nl: 'Geen goedkeurder beschikbaar',
  },
  'prerequisite-missing': {
    es: 'Falta un requisito previo',
    ru: 'Не выполнено предварительное условие',
    kk: 'Алдын ала талап орындалмаған',
    nl: 'Vereiste vooropleiding ontbreekt',
  },
  cycle: { es: 'Ciclo', ru: 'Цикл', kk: 'Тұйық тізбек', nl: 'Kringverwijzing' },
  'precondition-required': {
    es: 'Se requiere una condición previa',
    ru: 'Требуется предусловие',
    kk: 'Алғышарт қажет',
    nl: 'Voorwaarde vereist',
  },
  'rate-limited': {
    es: 'Demasiadas solicitudes',
    ru: 'Слишком много запросов',
    kk: 'Сұрау тым көп',
    nl: 'Te veel verzoeken',
  },
  'headers-too-large': {
    es: 'Cabeceras demasiado grandes',
    ru: 'Слишком большие заголовки',
    kk: 'Тақырыптар тым үлкен',
    nl: 'Headers te groot',
  },
  'internal-error': { es: 'Error interno', ru: 'Внутренняя ошибка', kk: 'Ішкі қате', nl: 'Interne fout' },
  unavailable: { es: 'No disponible', ru: 'Недоступно', kk: 'Қолжетімсіз', nl: 'Niet beschikbaar' },
};

/** The title of a problem in a language. */
export const problemTitle = (code: ProblemCode, language: Language): string =>
  language === 'en' ? problems[code].title : translations[code][language];
