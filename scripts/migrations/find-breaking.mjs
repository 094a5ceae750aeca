import { statementsOf } from './statements.mjs';

const NAME = '(?:IF (?:NOT )?EXISTS )?(?:ONLY )?((?:"[^"]+"|[\\w.]+))';
const nameOf = (pattern, statement) =>
  new RegExp(pattern + NAME, 'i').exec(statement)?.[1]?.replaceAll('"', '');

const REPLACED = 'FUNCTION|TRIGGER|VIEW|INDEX(?: CONCURRENTLY)?|CONSTRAINT';
const VALIDATE = /\bVALIDATE CONSTRAINT\b/i;
/** Each value of it is another one, so PostgreSQL writes every row anew. */
const VOLATILE = /\bDEFAULT \(?(gen_random_uuid|uuidv[47]|random|clock_timestamp|timeofday|nextval)\b/i;

/**
 * Finds what a migration may not do while pods of the release before serve from the same tables:
 * - what they use goes or changes: DROP, RENAME, a type, NOT NULL, a column that they do not fill
 * - a lock for as long as a table takes: an index, a rule that is checked at once, a table written anew, rows
 *   that are read or written by the transaction that has altered a table
 * - a step that fails when it is repeated, in a migration without a transaction: that one is repeated from
 *   its beginning
 * Tables, indexes and functions that the migration makes itself are free. A policy goes where others of its
 * table change in the same transaction: nobody sees the table between the two.
 * @param texts of SQL, as they are sent
 * @param transaction whether the migration runs in one
 */
export function findBreaking(texts, transaction = true) {
  const sent = texts.map(statementsOf);
  const statements = sent.flat();
  const made = new Set(
    statements.flatMap((statement) =>
      [
        nameOf('^CREATE (?:UNLOGGED )?TABLE ', statement),
        nameOf(`^CREATE (?:OR REPLACE )?(?:UNIQUE )?(?:MATERIALIZED )?(?:${REPLACED}) `, statement),
        nameOf('\\bADD CONSTRAINT ', statement),
      ].filter(Boolean),
    ),
  );
  const walls = new Set(
    transaction ? statements.map((statement) => walledBy('(?:CREATE|ALTER)', statement)).filter(Boolean) : [],
  );
  const breaking = statements.flatMap((statement) =>
    faults(statement, made, walls, transaction).map((what) => ({ what, statement })),
  );
  const unrepeatable = transaction
    ? []
    : statements
        .filter((statement, index) => failsAgain(statement, statements.slice(0, index)))
        .map((statement) => ({ what: UNREPEATABLE, statement }));
  // Statements of one text are one transaction too.
  const locking = (transaction ? [statements] : sent).filter((together) =>
    together.some((statement) => alters(statement, made) && !VALIDATE.test(statement)),
  );
  return [...breaking, ...unrepeatable, ...locking.flat().flatMap(underLock)];
}

const UNREPEATABLE =
  'without a transaction it is repeated from its beginning: say IF NOT EXISTS, or do it in a migration before';

/**
 * Whether a statement fails the second time, since what it makes is there, or what it takes is gone. An index
 * that is built concurrently is the affair of buildIndex.
 */
function failsAgain(statement, before) {
  const isDropped = (kind, name) =>
    before.some((one) => new RegExp(`\\bDROP ${kind} IF EXISTS "?${name}"?(?!\\w)`, 'i').test(one));
  if (/^CREATE .*\bCONCURRENTLY\b/i.test(statement)) return false;
  const made =
    /^CREATE (?!OR REPLACE |(?:\w+ ){1,2}IF NOT EXISTS )(?:(?:UNIQUE|UNLOGGED|MATERIALIZED) )?(\w+) "?(\w+)/i;
  const [, kind, name] = made.exec(statement) ?? [];
  if (kind !== undefined) return !isDropped(kind, name);
  if (/^DROP (?!.*\bIF EXISTS\b)/i.test(statement)) return true;
  if (!/^ALTER TABLE /i.test(statement)) return false;
  return actionsOf(statement).some((action) => {
    const [, constraint] = /^ADD CONSTRAINT "?(\w+)/i.exec(action) ?? [];
    if (constraint !== undefined) return !isDropped('CONSTRAINT', constraint);
    return /^(ADD (?!(COLUMN )?IF NOT EXISTS )|RENAME |ATTACH PARTITION )/i.test(action);
  });
}

/** The table of a policy. */
const walledBy = (verb, statement) =>
  nameOf(`^${verb} POLICY (?:IF EXISTS )?(?:"[^"]+"|\\w+) ON `, statement);

const alters = (statement, made) =>
  /^ALTER TABLE /i.test(statement) && !made.has(nameOf('^ALTER TABLE ', statement));

/** Finds what takes as long as a table is large, in the transaction that has locked one. */
function underLock(statement) {
  if (VALIDATE.test(statement))
    return [{ what: 'a check of all rows in the transaction that locks the table', statement }];
  return /^(UPDATE|DELETE|INSERT INTO .*\bSELECT) /i.test(statement)
    ? [{ what: 'rows are written in the transaction that locks a table, see writeRows', statement }]
    : [];
}

function faults(statement, made, walls, transaction) {
  const concurrent = /^(CREATE|DROP|REINDEX) .*\bCONCURRENTLY\b/i.test(statement);
  if (concurrent && transaction) return ['CONCURRENTLY needs `transaction = false`, see buildIndex'];
  const dropped = /^DROP (\w+(?: VIEW)?)/i.exec(statement);
  if (dropped) {
    const name = nameOf(`^DROP (?:MATERIALIZED )?\\w+(?: CONCURRENTLY)? `, statement);
    const wall = walledBy('DROP', statement);
    return (wall ? walls.has(wall) : made.has(name)) || concurrent
      ? []
      : [`DROP ${dropped[1]} of what the release before uses`];
  }
  const indexed = /^CREATE (?:UNIQUE )?INDEX .*?\bON (?:ONLY )?("[^"]+"|[\w.]+)/i.exec(statement);
  if (indexed)
    return concurrent || made.has(bare(indexed[1])) ? [] : ['an index without CONCURRENTLY locks all writes'];
  if (/^(CREATE UNIQUE|CREATE INDEX)/i.test(statement)) return [];
  if (alters(statement, made)) return alterations(statement, made);
  return /^ALTER (?!TABLE|DEFAULT PRIVILEGES|FUNCTION|INDEX)\w+ .*\bRENAME\b/i.test(statement)
    ? ['RENAME of what the release before uses']
    : [];
}

const bare = (name) => name.replaceAll('"', '');

function alterations(statement, made) {
  return actionsOf(statement).flatMap((action) => {
    if (/^RENAME\b/i.test(action)) return ['RENAME of what the release before uses'];
    if (/^DROP CONSTRAINT\b/i.test(action))
      return made.has(nameOf('^DROP CONSTRAINT ', action))
        ? []
        : ['DROP CONSTRAINT that the release before holds to'];
    if (/^DROP\b/i.test(action)) return ['DROP of a column that the release before uses'];
    if (/^ALTER\b.*\bSET NOT NULL\b/i.test(action))
      return ['SET NOT NULL, while the release before leaves it empty'];
    if (/^ALTER\b.*\b(SET DATA )?TYPE\b/i.test(action)) return ['another TYPE writes the table anew'];
    if (/^ADD (CONSTRAINT \S+ )?(CHECK|FOREIGN KEY)\b/i.test(action))
      return /\bNOT VALID\b/i.test(action) ? [] : ['a rule without NOT VALID is checked under a lock'];
    if (/^ADD (CONSTRAINT \S+ )?(UNIQUE|PRIMARY KEY|EXCLUDE)\b/i.test(action))
      return /\bUSING INDEX\b/i.test(action)
        ? []
        : ['a key without USING INDEX builds its index under a lock'];
    return /^ADD\b/i.test(action) ? addedColumn(action) : [];
  });
}

function addedColumn(action) {
  if (VOLATILE.test(action) || /\bSTORED\b/i.test(action)) return ['a column that is written into every row'];
  if (/\b(CHECK|REFERENCES|UNIQUE|PRIMARY KEY)\b/i.test(action))
    return ['a rule of a new column is checked under a lock'];
  return /\bNOT NULL\b/i.test(action) && !/\bDEFAULT\b/i.test(action)
    ? ['NOT NULL without a DEFAULT, while the release before does not fill it']
    : [];
}

/** The actions of one ALTER TABLE; a comma in brackets separates nothing. */
function actionsOf(statement) {
  const [, rest = ''] =
    new RegExp(`^ALTER TABLE ${NAME.replace('((?:', '(?:(?:')} (.*)$`, 'i').exec(statement) ?? [];
  const actions = [''];
  let depth = 0;
  for (const character of rest) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += character;
  }
  return actions.map((action) => action.trim());
}
