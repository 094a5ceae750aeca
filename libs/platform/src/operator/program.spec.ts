import { beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { z } from 'zod';
import { ProblemError } from '../problems/problem-error.js';
import { InjectSettings } from '../settings/settings.js';
import { service } from './command.js';
import { type Program, runCommand } from './program.js';

interface Settings {
  GREETING: string;
}

@Injectable()
class Greeter {
  constructor(@InjectSettings() private readonly settings: Settings) {}

  greet = (name: string): string => `${this.settings.GREETING}, ${name}!`;
}

@Module({ providers: [Greeter] })
class GreetingModule {}

const program: Program = {
  name: 'greeter',
  purpose: 'Greets people',
  settings: z.object({ GREETING: z.string() }),
  module: GreetingModule,
  commands: {
    greet: {
      parameters: ['<name>'],
      help: 'Greets somebody.',
      options: {
        loud: { type: 'boolean', help: 'so that all hear it' },
        times: { type: 'string', value: 'number', help: 'how often' },
      },
      run: async (app, [name = ''], { loud }) => {
        const greeting = service(app, Greeter).greet(loud ? name.toUpperCase() : name);
        return { text: [greeting, 'Done.'], json: { greeting } };
      },
    },
    stumble: {
      parameters: [],
      help: 'Fails in two lines.',
      run: () => {
        throw new Error('It fell.\n  And again.');
      },
    },
    fail: {
      parameters: [],
      help: 'Finds fault with two fields.',
      run: () => {
        const fault = (pointer: string) => ({ pointer, code: 'required' as const, detail: 'Is required.' });
        throw new ProblemError('validation-failed', { errors: [fault('/name'), fault('/places/0')] });
      },
    },
  },
};

describe('a program of an operator', () => {
  let out: string[];
  let err: string[];
  beforeEach(() => {
    out = [];
    err = [];
  });
  const run = (args: string[], env: NodeJS.ProcessEnv = { GREETING: 'Hello' }): Promise<number> =>
    runCommand(
      program,
      args,
      env,
      (text) => void out.push(text),
      (text) => void err.push(text),
    );

  it('0: lines for people, a document for programs', async () => {
    expect(await run(['greet', 'Una'])).toBe(0);
    expect(await run(['greet', 'Una', '--loud', '--json'])).toBe(0);
    expect([out, err]).toEqual([['Hello, Una!', 'Done.', '{"greeting":"Hello, UNA!"}'], []]);
  });

  it.each([[['--help']], [['-h']], [['help']]])(
    '0: %s lists the commands, without any setting',
    async (args) => {
      expect(await run(args, {})).toBe(0);
      expect(out.join('\n')).toMatch(
        /^Greets people: .* npx --yes pnpm greeter <command>\..*greet <name> +Greets/s,
      );
    },
  );

  it('0: --help of a command lists its options', async () => {
    expect(await run(['greet', '--help'], {})).toBe(0);
    expect(out.join('\n')).toMatch(/^greet <name> \[options\].*--loud +so that all hear it/s);
  });

  it.each<[string, string[], NodeJS.ProcessEnv, number, string]>([
    ['no command', [], {}, 2, 'No command given: see --help.'],
    ['an unknown command', ['toString'], {}, 2, 'Unknown command toString: see --help.'],
    ['a missing parameter', ['greet'], {}, 2, 'It is greet <name>: see greet --help.'],
    ['an unknown option', ['greet', 'Una', '--quiet'], {}, 2, "Unknown option '--quiet'"],
    [
      'a value that looks like an option',
      ['greet', 'Una', '--times', '-5'],
      {},
      2,
      "To specify an option argument starting with a dash use '--times=-XYZ'.",
    ],
    ['a fault of several lines', ['stumble'], { GREETING: 'x' }, 1, 'It fell. And again.'],
    ['a missing setting', ['greet', 'Una'], {}, 1, 'GREETING is not set'],
    ['wrong fields', ['fail'], { GREETING: 'x' }, 1, 'name: Is required. places/0: Is required.'],
  ])('%s: its exit code and one sentence', async (_, args, env, code, sentence) => {
    expect(await run(args, env)).toBe(code);
    expect([out, err]).toEqual([[], [expect.stringContaining(sentence)]]);
    expect(err[0]).not.toContain('\n');
  });
});
