// Places of an object that become text of a Helm template. YAML is written with marks in it, which are words
// that need no quotes; each is replaced afterwards.

const MARK = /__template_(\d+)__/;

export class Marks {
  #texts = [];

  /** A value: `key: {{ … }}`. */
  value(expression) {
    return this.#mark(({ before }) => `${before}{{ ${expression} }}`);
  }

  /** The whole of a key, written as YAML below it: `key:` and lines with the indentation of their place. */
  block(expression) {
    return this.#mark(
      ({ before, indentation }) =>
        `${before.trimEnd()}\n{{- toYaml ${expression} | nindent ${indentation + 2} }}`,
    );
  }

  /** A line of its own, an entry of a list or a key with this value: the entry or key disappears. */
  line(text) {
    return this.#mark(({ indentation }) =>
      text
        .split('\n')
        .map((line) => line.replace('INDENT', ' '.repeat(indentation)).replace('COLUMN', String(indentation)))
        .join('\n'),
    );
  }

  /** A text of YAML with its marks replaced. Braces that were in it before stay what they were. */
  replace(yaml) {
    return yaml
      .replaceAll('{{', '{{ "{{" }}')
      .split('\n')
      .map((line) => this.#replaceIn(line))
      .join('\n');
  }

  #replaceIn(line) {
    const found = MARK.exec(line);
    if (!found) return line;
    const indentation = line.search(/[^ ]/);
    const replaced = this.#texts[Number(found[1])]({ before: line.slice(0, found.index), indentation });
    return this.#replaceIn(replaced + line.slice(found.index + found[0].length));
  }

  #mark(text) {
    this.#texts.push(text);
    return `__template_${this.#texts.length - 1}__`;
  }
}
