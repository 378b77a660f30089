/**
 * Reads a script: lists, pipelines, groups, loops, conditions and redirections.
 * A subset of POSIX sh; syntax that it does not know is an error, never skipped.
 */
import { remembered } from '#base/remembered';
import { lex, type RawPart, type RawToken } from './lexer.ts';
import {
  type AndOr,
  type Command,
  type Pipeline,
  type Redirection,
  type Script,
  ShellSyntaxError,
  type Word,
  type WordPart,
} from './syntax.ts';

const closers = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', 'esac', '}', ')', ';;']);
const unsupported = new Set(['select', 'coproc']);

/** Parses a whole script; throws a ShellSyntaxError. */
export const parseScript = remembered((source): Script => {
  const parser = new Parser(lex(source));
  const script = parser.script();
  parser.expectEnd();
  return script;
});

const modes: Readonly<Record<string, Redirection['mode']>> = {
  '<': 'read',
  '>': 'write',
  '>>': 'append',
  '>&': 'duplicate',
  '<&': 'duplicate',
  '<<': 'here',
  '<<-': 'here',
  '&>': 'both',
};

class Parser {
  readonly #tokens: readonly RawToken[];
  #at = 0;

  constructor(tokens: readonly RawToken[]) {
    this.#tokens = tokens;
  }

  expectEnd(): void {
    const token = this.#tokens[this.#at];
    if (token !== undefined) throw this.#unexpected();
  }

  script(): Script {
    const items: AndOr[] = [];
    for (;;) {
      while (this.#isOperator(';', '\n')) this.#at++;
      if (this.#atEnd() || closers.has(this.#peek())) return items;
      items.push(this.#andOr());
    }
  }

  #andOr(): AndOr {
    const first = this.#pipeline();
    const rest: { operator: '&&' | '||'; pipeline: Pipeline }[] = [];
    while (this.#isOperator('&&', '||')) {
      const operator = this.#next().operator === '&&' ? '&&' : '||';
      this.#skipNewlines();
      rest.push({ operator, pipeline: this.#pipeline() });
    }
    const background = this.#isOperator('&');
    if (background) this.#at++;
    if (background && this.#isOperator(';')) throw this.#unexpected();
    return { first, rest, background };
  }

  #pipeline(): Pipeline {
    const negated = this.#peek() === '!';
    if (negated) this.#at++;
    const commands = [this.#command()];
    while (this.#isOperator('|')) {
      this.#at++;
      this.#skipNewlines();
      commands.push(this.#command());
    }
    return { negated, commands };
  }

  #command(): Command {
    const word = this.#peek();
    if (unsupported.has(word)) throw this.#unexpected();
    if (this.#isOperator('(')) return this.#enclosed('subshell', ')');
    if (word === '{') return this.#enclosed('group', '}');
    if (word === 'while' || word === 'until') return this.#loop(word);
    if (word === 'for') return this.#for();
    if (word === 'if') return this.#if();
    if (word === 'case') return this.#case();
    return this.#function() ?? this.#simple();
  }

  #enclosed(kind: 'group' | 'subshell', closer: string): Command {
    this.#at++;
    const body = this.script();
    this.#expect(closer);
    return { kind, body, redirections: this.#redirections() };
  }

  #loop(kind: 'while' | 'until'): Command {
    this.#at++;
    const condition = this.script();
    this.#expect('do');
    const body = this.script();
    this.#expect('done');
    return { kind, condition, body, redirections: this.#redirections() };
  }

  #for(): Command {
    this.#at++;
    const variable = this.#peek();
    this.#at++;
    if (!/^[A-Za-z_]\w*$/.test(variable)) {
      throw new ShellSyntaxError('syntax error: bad for loop variable');
    }
    const words = this.#listOfFor();
    while (this.#isOperator(';', '\n')) this.#at++;
    this.#expect('do');
    const body = this.script();
    this.#expect('done');
    return { kind: 'for', variable, words, body, redirections: this.#redirections() };
  }

  #listOfFor(): readonly Word[] | undefined {
    if (this.#isOperator(';', '\n') || this.#peek() === 'do') return undefined;
    this.#expect('in');
    const words: Word[] = [];
    while (!this.#atEnd() && this.#tokens[this.#at]?.operator === undefined) {
      words.push(wordOf(this.#next().parts));
    }
    return words;
  }

  #case(): Command {
    this.#at++;
    const subject = wordOf(this.#next().parts);
    this.#skipNewlines();
    this.#expect('in');
    const branches: { patterns: readonly Word[]; body: Script }[] = [];
    for (;;) {
      this.#skipNewlines();
      if (this.#peek() === 'esac') break;
      if (this.#isOperator('(')) this.#at++;
      const patterns = [wordOf(this.#next().parts)];
      while (this.#isOperator('|')) {
        this.#at++;
        patterns.push(wordOf(this.#next().parts));
      }
      this.#expect(')');
      branches.push({ patterns, body: this.script() });
      if (!this.#isOperator(';;')) break;
      this.#at++;
    }
    this.#skipNewlines();
    this.#expect('esac');
    return { kind: 'case', subject, branches, redirections: this.#redirections() };
  }

  /** `NAME() COMMAND` or `function NAME COMMAND`. */
  #function(): Command | undefined {
    const isNamed = this.#peek() === 'function';
    const at = isNamed ? this.#at + 1 : this.#at;
    const name = plainText(this.#tokens[at]?.parts ?? []);
    const isOpen = this.#tokens[at + 1]?.operator === '(';
    const isClosed = this.#tokens[at + 2]?.operator === ')';
    const hasParentheses = isOpen && isClosed;
    if (!/^[A-Za-z_]\w*$/.test(name) || !(isNamed || hasParentheses)) return undefined;
    this.#at = at + (hasParentheses ? 3 : 1);
    this.#skipNewlines();
    return { kind: 'function', name, body: this.#command(), redirections: [] };
  }

  #if(): Command {
    const branches: { condition: Script; body: Script }[] = [];
    do {
      this.#at++;
      const condition = this.script();
      this.#expect('then');
      branches.push({ condition, body: this.script() });
    } while (this.#peek() === 'elif');
    let otherwise: Script | undefined;
    if (this.#peek() === 'else') {
      this.#at++;
      otherwise = this.script();
    }
    this.#expect('fi');
    return { kind: 'if', branches, otherwise, redirections: this.#redirections() };
  }

  #simple(): Command {
    const line = this.#tokens[this.#at]?.line ?? 0;
    const assignments: { name: string; value: Word }[] = [];
    const words: Word[] = [];
    const redirections: Redirection[] = [];
    for (;;) {
      const redirection = this.#redirection();
      if (redirection !== undefined) {
        redirections.push(redirection);
        continue;
      }
      const token = this.#tokens[this.#at];
      const inTest = plainOf(words[0]) === '[[' && plainOf(words.at(-1)) !== ']]';
      if (token === undefined || (token.operator !== undefined && !inTest)) break;
      this.#at++;
      if (token.operator !== undefined) {
        words.push([{ kind: 'text', text: token.operator, quoted: true }]);
        continue;
      }
      const assignment = words.length === 0 ? assignmentOf(token.parts) : undefined;
      if (assignment === undefined) words.push(wordOf(token.parts));
      else assignments.push(assignment);
    }
    if (assignments.length + words.length + redirections.length === 0) throw this.#unexpected();
    return { kind: 'simple', line, assignments, words, redirections };
  }

  #redirections(): readonly Redirection[] {
    const found: Redirection[] = [];
    for (;;) {
      const redirection = this.#redirection();
      if (redirection === undefined) return found;
      found.push(redirection);
    }
  }

  #redirection(): Redirection | undefined {
    const match = /^([012]?)(<<-|<<|>>|>&|<&|&>|>|<)$/.exec(this.#tokens[this.#at]?.operator ?? '');
    if (match === null) return undefined;
    this.#at++;
    const operator = match[2] ?? '';
    const standard = operator.startsWith('<') ? 0 : 1;
    const fd =
      match[1] === '' || match[1] === undefined ? standard : (Number(match[1]) as 0 | 1 | 2);
    const token = this.#next();
    if (token.operator !== undefined) throw this.#unexpected();
    return { fd, mode: modes[operator] ?? 'read', target: wordOf(token.parts) };
  }

  /** The operator, or the word if it is plain unquoted text; empty otherwise. */
  #peek(): string {
    const token = this.#tokens[this.#at];
    return token?.operator ?? plainText(token?.parts ?? []);
  }

  #next(): RawToken {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw this.#unexpected();
    this.#at++;
    return token;
  }

  #atEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  #isOperator(...texts: readonly string[]): boolean {
    const operator = this.#tokens[this.#at]?.operator;
    return operator !== undefined && texts.includes(operator);
  }

  #skipNewlines(): void {
    while (this.#isOperator('\n')) this.#at++;
  }

  #expect(text: string): void {
    if (this.#peek() !== text) throw this.#unexpected(` (expecting "${text}")`);
    this.#at++;
  }

  #unexpected(expecting = ''): ShellSyntaxError {
    const what = this.#atEnd() ? 'end of file' : `"${this.#peek()}"`;
    return new ShellSyntaxError(`syntax error: unexpected ${what}${expecting}`);
  }
}

function plainText(parts: readonly RawPart[]): string {
  const [part] = parts;
  return parts.length === 1 && part?.kind === 'text' && !part.quoted ? part.text : '';
}

const plainOf = (word: Word | undefined): string =>
  word?.length === 1 && word[0]?.kind === 'text' && !word[0].quoted ? word[0].text : '';

const wordOf = (parts: readonly RawPart[]): Word => withHome(parts).map(partOf);

/** `~` and `~/FOLDER`: the home, as long as there is one. */
function withHome(parts: readonly RawPart[]): readonly RawPart[] {
  const [first, ...rest] = parts;
  if (first?.kind !== 'text' || first.quoted || !first.text.startsWith('~')) return parts;
  const after = first.text.slice(1);
  if (after === '' ? rest.length > 0 : !after.startsWith('/')) return parts;
  const operand = [{ kind: 'text', text: '~', quoted: true }] as const;
  return [
    { kind: 'variable', name: 'HOME', operator: '-', operand, quoted: true },
    { kind: 'text', text: after, quoted: true },
    ...rest,
  ];
}

function partOf(part: RawPart): WordPart {
  const { quoted } = part;
  switch (part.kind) {
    case 'raw-substitution':
      return { kind: 'substitution', script: parseScript(part.text), quoted };
    case 'raw-arithmetic':
      return { kind: 'arithmetic', expression: wordOf(part.parts), quoted };
    case 'variable':
      return { ...part, operand: part.operand && wordOf(part.operand) };
    case 'text':
      return part;
  }
}

function assignmentOf(parts: readonly RawPart[]): { name: string; value: Word } | undefined {
  const [first, ...rest] = parts;
  if (first?.kind !== 'text' || first.quoted) return undefined;
  const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(first.text);
  if (match === null) return undefined;
  const text = { kind: 'text', text: match[2] ?? '', quoted: false } as const;
  return { name: match[1] ?? '', value: wordOf([text, ...rest]) };
}
