/**
 * Computes the expressions of an awk program.
 *
 * Models the semantics of busybox awk: what is compared as numbers, which names become arrays, that
 * a call passes values, and a name as what it may become. In: expressions. Out: values; what goes
 * wrong is thrown as an AwkEnd.
 */
import { assertUnreachable } from '#base/assert';
import type { Regexp } from '#base/regexp';
import type { ProcessContext } from '../../program.ts';
import { posixRegex } from '../regex.ts';
import { Budget } from './budget.ts';
import { textOf } from './format.ts';
import { functions, type Machine, power } from './functions.ts';
import { AwkRecord } from './record.ts';
import { fieldsOf, type Records } from './split.ts';
import { AwkStreams } from './streams.ts';
import { AwkEnd, awkError, type Expression, type Kind, type Place, type Script } from './syntax.ts';
import { holds, inputValue, isTrue, numberOf, type Value } from './values.ts';
import { type Cell, type Elements, newCell, Variables } from './variables.ts';

interface Reference {
  readonly read: () => Value;
  readonly write: (value: Value) => void;
}

const comparisons = new Set(['<', '<=', '==', '!=', '>', '>=']);
const mostPatterns = 500;

export abstract class Evaluator implements Machine {
  readonly budget = new Budget();
  readonly variables: Variables;
  protected readonly script: Script;
  protected readonly streams: AwkStreams;
  readonly #context: ProcessContext;
  readonly #patterns = new Map<string, Regexp>();
  /** The line of the statement that runs. */
  protected at = '';

  constructor(context: ProcessContext, script: Script) {
    this.#context = context;
    this.script = script;
    this.streams = new AwkStreams(context, (pattern) => this.#compile(pattern));
    const split = (text: string): readonly string[] => this.fields(text, undefined);
    this.variables = new Variables(new AwkRecord(split, (fields) => this.#join(fields)));
  }

  /** The next record of the operands. */
  protected abstract nextRecord(): string | undefined;

  /** Runs the body of a function; what it returns. */
  protected abstract call(name: string, locals: ReadonlyMap<string, Cell>): Value;

  get convfmt(): string {
    return this.variables.text('CONVFMT');
  }

  value(of: Expression): Value {
    this.budget.enter();
    const value = this.#valueOf(of);
    this.budget.leave();
    return value;
  }

  text(of: Expression): string {
    return textOf(this.value(of), this.convfmt);
  }

  protected test(of: Expression): boolean {
    return isTrue(this.value(of));
  }

  #valueOf(of: Expression): Value {
    switch (of.kind) {
      case 'constant':
        return of.value;
      case 'name':
        return this.variables.get(of.name);
      case 'element':
      case 'field':
        return this.reference(of).read();
      case 'regex':
        return Number(this.regex(of).test(this.variables.record.text));
      case 'list':
        return of.items.map((item) => this.text(item)).join(this.variables.text('SUBSEP'));
      case 'assign':
        return this.#assigned(of);
      case 'step':
        return this.#stepped(of);
      case 'unary':
        if (of.operator === '!') return Number(!this.test(of.of));
        return numberOf(this.value(of.of)) * (of.operator === '-' ? -1 : 1);
      case 'binary':
        return this.#binary(of);
      case 'in':
        return Number(this.variables.array(of.name).has(this.text(of.key)));
      case 'choice':
        return this.value(this.test(of.test) ? of.yes : of.no);
      case 'call':
        return this.#call(of);
      case 'builtin':
        return this.#builtin(of);
      case 'getline':
        return this.#getline(of);
      default:
        return assertUnreachable(of);
    }
  }

  #assigned({ to, operator, value }: Kind<Expression, 'assign'>): Value {
    const place = this.reference(to);
    const given = this.value(value);
    const result =
      operator === '' ? given : this.#arithmetic(operator, numberOf(place.read()), numberOf(given));
    place.write(result);
    return result;
  }

  #stepped({ to, by, isAfter }: Kind<Expression, 'step'>): Value {
    const place = this.reference(to);
    const before = numberOf(place.read());
    place.write(before + by);
    return isAfter ? before : before + by;
  }

  #binary({ operator, left, right }: Kind<Expression, 'binary'>): Value {
    if (operator === '&&') return Number(this.test(left) && this.test(right));
    if (operator === '||') return Number(this.test(left) || this.test(right));
    if (operator === '~' || operator === '!~') {
      const text = this.text(left);
      return Number(this.regex(right).test(text) === (operator === '~'));
    }
    const [a, b] = [this.value(left), this.value(right)];
    const { convfmt } = this;
    if (operator === ' ') return this.budget.text(textOf(a, convfmt) + textOf(b, convfmt));
    if (!comparisons.has(operator)) return this.#arithmetic(operator, numberOf(a), numberOf(b));
    const asTexts = typeof a === 'string' || typeof b === 'string';
    return Number(
      asTexts
        ? holds(operator, textOf(a, convfmt), textOf(b, convfmt))
        : holds(operator, numberOf(a), numberOf(b)),
    );
  }

  #arithmetic(operator: string, a: number, b: number): number {
    if (b === 0 && /[/%]/.test(operator)) throw awkError(this.at, 'Division by zero');
    if (operator === '+') return a + b;
    if (operator === '-') return a - b;
    if (operator === '*') return a * b;
    if (operator === '/') return a / b;
    return operator === '%' ? a % b : power(a, b);
  }

  #call({ name, args }: Kind<Expression, 'call'>): Value {
    const called = this.script.functions.get(name);
    if (called === undefined) throw awkError(this.at, 'Call to undefined function');
    const cells = args.map((arg) => {
      const from = arg.kind === 'name' ? this.variables.cell(arg.name) : undefined;
      return newCell(this.value(arg), from);
    });
    return this.call(
      name,
      new Map(called.parameters.map((each, index) => [each, cells[index] ?? newCell()])),
    );
  }

  #builtin({ name, args }: Kind<Expression, 'builtin'>): Value {
    const value = functions[name]?.(this, args);
    return typeof value === 'string' ? this.budget.text(value) : value;
  }

  #getline({ to, from }: Kind<Expression, 'getline'>): Value {
    const { variables, streams } = this;
    let records: Records | undefined;
    if (from !== undefined) {
      records = streams.fileToRead(this.text(from));
      if (records === undefined) return -1;
    }
    const text = records === undefined ? this.nextRecord() : records.next(variables.text('RS'));
    if (text === undefined) return 0;
    if (to === undefined) variables.record.text = text;
    else this.reference(to).write(inputValue(text));
    return 1;
  }

  /** What can be read and written; an element that is named exists. */
  protected reference(place: Place): Reference {
    const { variables } = this;
    if (place.kind === 'name') {
      const { name } = place;
      return {
        read: () => variables.get(name),
        write: (value) => variables.set(name, value),
      };
    }
    if (place.kind === 'element') {
      const elements = variables.array(place.name);
      const key = this.text(place.key);
      if (!elements.has(key)) {
        this.budget.elements(1);
        elements.set(key, undefined);
      }
      return { read: () => elements.get(key), write: (value) => elements.set(key, value) };
    }
    const index = Math.trunc(numberOf(this.value(place.of))) || 0;
    if (index < 0) throw awkError(this.at, 'Access to negative field');
    const { record } = variables;
    const write = (value: Value): void => {
      if (index > 0) record.set(index, value);
      else record.text = textOf(value, this.convfmt);
    };
    return { read: () => record.get(index), write };
  }

  assign(to: Expression, value: Value): void {
    if (to.kind === 'name' || to.kind === 'element' || to.kind === 'field') {
      this.reference(to).write(typeof value === 'string' ? this.budget.text(value) : value);
    }
  }

  setVariable(name: string, value: Value): void {
    this.variables.set(name, value);
  }

  isArray(of: Expression): boolean {
    return of.kind === 'name' && this.variables.isArray(of.name);
  }

  array(of: Expression | undefined): Elements {
    if (of?.kind !== 'name') throw awkError(this.at, 'Not an array');
    return this.variables.array(of.name);
  }

  fields(text: string, separator: Expression | undefined): readonly string[] {
    const by =
      separator === undefined
        ? this.variables.text('FS')
        : separator.kind === 'regex'
          ? `(?:${separator.source})`
          : this.text(separator);
    const isParagraph = this.variables.text('RS') === '';
    const parts = fieldsOf(text, by, isParagraph, (pattern) => this.#compile(pattern));
    this.budget.elements(parts.length);
    return parts;
  }

  #join(fields: readonly Value[]): string {
    this.budget.spend(fields.length);
    const { convfmt } = this;
    const texts = fields.map((field) => textOf(field, convfmt));
    return this.budget.text(texts.join(this.variables.text('OFS')));
  }

  close(name: string): boolean {
    return this.streams.close(name);
  }

  regex(of: Expression): Regexp {
    return this.#compile(of.kind === 'regex' ? of.source : this.text(of));
  }

  #compile(pattern: string): Regexp {
    const known = this.#patterns.get(pattern);
    if (known !== undefined) return known;
    this.budget.pattern(pattern);
    const compiled = posixRegex(this.#context, pattern, true);
    if (!compiled.ok) throw new AwkEnd(1, `bad regex '${pattern}': ${compiled.error}`);
    const counted = this.budget.counted(pattern, compiled.value);
    if (this.#patterns.size >= mostPatterns) this.#patterns.clear();
    this.#patterns.set(pattern, counted);
    return counted;
  }
}
