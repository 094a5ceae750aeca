/** Comments, bodies of functions, texts and quoted names, each of which may hold a semicolon. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"(?:[^"]|"")*"|;/g;

/** The statements of a text of SQL, each in one line, without comments and without bodies of functions. */
export function statementsOf(sql) {
  const parts = [''];
  let end = 0;
  const keep = (text) => (parts[parts.length - 1] += text);
  for (const { 0: found, 1: dollars, index } of sql.matchAll(OPAQUE)) {
    keep(sql.slice(end, index));
    end = index + found.length;
    if (found === ';') parts.push('');
    else if (dollars) keep('$$');
    else if (/^(--|\/\*)/.test(found)) keep(' ');
    else keep(found.replaceAll(';', ' '));
  }
  keep(sql.slice(end));
  return parts.map((part) => part.replaceAll(/\s+/g, ' ').trim()).filter((part) => part !== '');
}
