/** `test` and `[`: files, texts and numbers, joined by `!`, `-a`, `-o` and parentheses. */
import { absolute, appletName, type ProcessContext, type Program } from '../program.ts';

class TestError extends Error {}

export const test: Program = function* (context) {
  const [name = ''] = context.argv;
  const closer = name.endsWith('[[') ? ']]' : name.endsWith('[') ? ']' : undefined;
  const words = context.argv.slice(1);
  if (closer !== undefined && words.pop() !== closer) {
    context.err(`${appletName(context)}: missing ${closer}\n`);
    return 2;
  }
  try {
    return new Evaluator(context, words).holds() ? 0 : 1;
  } catch (error) {
    if (!(error instanceof TestError)) throw error;
    context.err(`${appletName(context)}: ${error.message}\n`);
    return 2;
  }
};

function numberOf(word: string): number {
  if (/^\s*[-+]?\d+\s*$/.test(word)) return Number(word);
  throw new TestError(`${word}: bad number`);
}

const comparisons: Readonly<Record<string, (a: string, b: string) => boolean>> = {
  '=': (a, b) => a === b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '-eq': (a, b) => numberOf(a) === numberOf(b),
  '-ne': (a, b) => numberOf(a) !== numberOf(b),
  '-lt': (a, b) => numberOf(a) < numberOf(b),
  '-le': (a, b) => numberOf(a) <= numberOf(b),
  '-gt': (a, b) => numberOf(a) > numberOf(b),
  '-ge': (a, b) => numberOf(a) >= numberOf(b),
};

const anyFile = new Set(['-e', '-r', '-w', '-O', '-G']);
const noFile = new Set(['-b', '-c', '-g', '-k', '-p', '-S', '-t', '-u']);

class Evaluator {
  readonly #context: ProcessContext;
  readonly #words: readonly string[];
  #at = 0;

  constructor(context: ProcessContext, words: readonly string[]) {
    this.#context = context;
    this.#words = words;
  }

  holds(): boolean {
    if (this.#words.length === 0) return false;
    const value = this.#or();
    const left = this.#words[this.#at];
    if (left !== undefined) throw new TestError(`${left}: unknown operand`);
    return value;
  }

  #or(): boolean {
    let value = this.#and();
    while (this.#skip('-o', '||')) value = this.#and() || value;
    return value;
  }

  #and(): boolean {
    let value = this.#not();
    while (this.#skip('-a', '&&')) value = this.#not() && value;
    return value;
  }

  #not(): boolean {
    const isAlone = this.#words.length - this.#at === 1;
    if (!isAlone && this.#skip('!')) return !this.#not();
    return this.#primary();
  }

  #primary(): boolean {
    const [word, next, third] = this.#words.slice(this.#at, this.#at + 3);
    if (word === undefined) throw new TestError('argument expected');
    const compare = next === undefined ? undefined : comparisons[next];
    if (compare !== undefined && third !== undefined) {
      this.#at += 3;
      return compare(word, third);
    }
    if (word === '(' && next !== undefined) {
      this.#at++;
      const value = this.#or();
      if (!this.#skip(')')) throw new TestError('closing paren expected');
      return value;
    }
    const unary = next === undefined ? undefined : this.#unary(word, next);
    this.#at += unary === undefined ? 1 : 2;
    return unary ?? word !== '';
  }

  /** Undefined when there is no such operator. */
  #unary(operator: string, operand: string): boolean | undefined {
    if (operator === '-n') return operand !== '';
    if (operator === '-z') return operand === '';
    if (noFile.has(operator)) return false;
    const { files } = this.#context;
    const path = absolute(this.#context, operand);
    if (operator === '-L' || operator === '-h') return files.linkAt(path) !== undefined;
    const isFolder = files.isDirectory(path);
    const exists = isFolder || files.read(path) !== undefined;
    if (anyFile.has(operator)) return exists;
    if (operator === '-d') return isFolder;
    if (operator === '-f') return exists && !isFolder;
    if (operator === '-s') return isFolder || files.sizeOf(path) > 0;
    if (operator === '-x') return exists && (files.modeOf(path) & 0o111) !== 0;
    return undefined;
  }

  #skip(...words: readonly string[]): boolean {
    if (!words.includes(this.#words[this.#at] ?? '')) return false;
    this.#at++;
    return true;
  }
}
