import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/** Media type and file name of what is streamed. */
export interface StreamOptions {
  type: string;
  disposition?: string;
}

/** An answer that leaves in pieces; `Said` is the type of all of it, which no value ever has. */
export class StreamedAnswer<Said> extends StreamableFile {
  declare protected readonly said: (said: Said) => Said;

  /**
   * JSON: the members of `head`, then a last one whose items come in pieces. One without items is sent as
   * white space, so that the reader sees that the answer goes on.
   */
  static json<Said extends object, List extends keyof Said & string>(
    head: Omit<Said, List>,
    list: List,
    pieces: AsyncIterable<Said[List] & readonly unknown[]>,
  ): StreamedAnswer<Said> {
    const type = 'application/json; charset=utf-8';
    return new StreamedAnswer<Said>(Readable.from(jsonOf(head, list, pieces)), { type });
  }

  /** The same answer in another format than JSON. */
  static text<Said>(text: AsyncIterable<string>, options: StreamOptions): StreamedAnswer<Said> {
    return new StreamedAnswer<Said>(Readable.from(text), options);
  }
}

/** Lines that leave in pieces; `Row` is the type of each. */
export class StreamedLines<Row> extends StreamableFile {
  declare protected readonly row: (row: Row) => Row;

  /** Each row as `line` writes it. */
  static of<Row>(
    pieces: AsyncIterable<readonly Row[]>,
    line: (row: Row) => string,
    options: StreamOptions,
  ): StreamedLines<Row> {
    return new StreamedLines<Row>(Readable.from(linesOf(pieces, line)), options);
  }
}

async function* jsonOf(
  head: object,
  list: string,
  pieces: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  const members = Object.entries(head).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  );
  yield `{${members.join('')}${JSON.stringify(list)}:[`;
  let separator = '';
  for await (const items of pieces) {
    if (items.length === 0) {
      yield ' ';
      continue;
    }
    yield separator + items.map((item) => JSON.stringify(item)).join(',');
    separator = ',';
  }
  yield ']}';
}

async function* linesOf<Row>(
  pieces: AsyncIterable<readonly Row[]>,
  line: (row: Row) => string,
): AsyncGenerator<string> {
  for await (const rows of pieces) yield rows.map((row) => `${line(row)}\n`).join('');
}
