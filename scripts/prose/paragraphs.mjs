/** Longest line of a comment or of a document's text. */
export const MAX_COLUMNS = 110;

/** The mark of a comment at the begin of a line. */
const MARK = /^\s*(?:\/\/|\/\*\*?|\*(?!\/)) ?/;
/** A comment behind code, which nothing lays out: it goes above the code where it is too long. */
const BEHIND = /^.*?[\w;,{}()[\]'"`]\s+\/\/ (?!biome-ignore)(?=[^'"`]*$)/;
const SUPPRESSION = /biome-ignore|oxlint-disable|@ts-expect-error|^\s*\/\/ #/;

/**
 * The lines of text in a source or a document: `{ number, text, line, isAlone }`. Code, tables and headings
 * have none.
 */
export function* proseOf(file, source) {
  let inCode = false;
  let inBlock = false;
  for (const [index, line] of source.split('\n').entries()) {
    const number = index + 1;
    if (!file.endsWith('.md')) {
      // A block may have lines without a star.
      const [mark] = MARK.exec(line) ?? (inBlock ? [''] : (BEHIND.exec(line) ?? []));
      inBlock = (inBlock || /^\s*\/\*/.test(line)) && !line.includes('*/');
      if (mark === undefined || SUPPRESSION.test(line)) continue;
      const text = line.slice(mark.length).trim();
      const isAlone = MARK.test(line);
      yield { number, text: text.endsWith('*/') ? text.slice(0, -2).trim() : text, line, isAlone };
      continue;
    }
    if (/^\s*```/.test(line)) inCode = !inCode;
    else if (!inCode && !/^\s*(\||#|<|\[[^\]]+\]:)/.test(line))
      yield { number, text: line.trim(), line, isAlone: true };
  }
}

/** The source with its long lines of text wrapped; a paragraph without one stays as it is. */
export function wrapProse(file, source) {
  const lines = source.split('\n');
  const out = [];
  let paragraph;
  const flush = () => {
    if (paragraph) out.push(...(paragraph.lines.some(isLong) ? wrapped(paragraph) : paragraph.lines));
    paragraph = undefined;
  };
  const numbers = new Map([...proseOf(file, source)].map((prose) => [prose.number, prose]));
  for (const [index, line] of lines.entries()) {
    const prose = numbers.get(index + 1);
    const part = prose?.isAlone && partOf(file, line, prose.text);
    if (!part) {
      flush();
      out.push(line);
    } else if (paragraph && part.continues && part.prefix === paragraph.next) {
      paragraph.lines.push(line);
      paragraph.words.push(...part.words);
    } else {
      flush();
      paragraph = { ...part, lines: [line] };
    }
  }
  flush();
  return out.join('\n');
}

const isLong = (line) => line.length > MAX_COLUMNS;
const wordsOf = (text) => text.split(/\s+/).filter((word) => word !== '');

/** A line as a part of a paragraph: `next` is how the paragraph's next line begins. */
function partOf(file, line, text) {
  if (file.endsWith('.md')) {
    const [prefix, mark] = /^\s*([-*] |\d+\. )?/.exec(line);
    if (text === '') return undefined;
    return {
      prefix,
      next: ' '.repeat(prefix.length),
      continues: !mark,
      words: wordsOf(line.slice(prefix.length)),
    };
  }
  const indent = /^\s*/.exec(line)[0];
  if (/^\s*\/\*\*? .*\*\/$/.test(line))
    return {
      prefix: `${indent} * `,
      next: '',
      block: indent,
      opens: /^\s*\/\*\*?/.exec(line)[0],
      continues: false,
      words: wordsOf(text),
    };
  if (text === '' || /^\s*\/\*/.test(line) || /^\s*\*.*\*\/$/.test(line)) return undefined;
  const prefix = /^\s*\/\//.test(line) ? `${indent}// ` : `${indent}* `;
  const [, mark] = /^(@\w+|[-*] |\d+\. )?/.exec(text);
  const hang = /^\s*(?:\/\/|\*) ( *)/.exec(line)?.[1] ?? '';
  return {
    prefix: prefix + hang,
    next: prefix + (mark && !mark.startsWith('@') ? ' '.repeat(mark.length) : hang),
    continues: !mark,
    words: wordsOf(text),
  };
}

function wrapped({ prefix, next, words, block, opens }) {
  const lines = [];
  let line = prefix;
  for (const word of words) {
    const longer =
      line === prefix && lines.length === 0
        ? prefix + word
        : line.trim() === '' || line === (block === undefined ? next : prefix)
          ? line + word
          : `${line} ${word}`;
    if (longer.length > MAX_COLUMNS && line.trim() !== prefix.trim()) {
      lines.push(line);
      line = (block === undefined ? next : prefix) + word;
    } else line = longer;
  }
  lines.push(line);
  return block === undefined ? lines : [opens, ...lines, `${block} */`];
}
