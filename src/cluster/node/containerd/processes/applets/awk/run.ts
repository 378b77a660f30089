/**
 * Runs an awk program: its rules over the records of its operands, and its statements.
 *
 * In: the syntax tree. Out: the exit code; an error has been printed.
 */
import { assertUnreachable } from '#base/assert';
import { Evaluator } from './evaluator.ts';
import { formatted, textOf } from './format.ts';
import { unquoted } from './lexer.ts';
import type { Records } from './split.ts';
import { AwkEnd, type Kind, type Rule, type Statement } from './syntax.ts';
import { inputValue, numberOf, type Value } from './values.ts';
import type { Cell } from './variables.ts';

type Flow = 'break' | 'continue' | 'return' | undefined;

/** Unwinds to the loop over the records. */
class Leave {
  readonly kind: 'exit' | 'next' | 'nextfile';

  constructor(kind: Leave['kind']) {
    this.kind = kind;
  }
}

export class Run extends Evaluator {
  /** Ranges of which the first end was found. */
  readonly #within = new Set<Rule>();
  #records: Records | undefined;
  #operand = 0;
  #hasRead = false;
  #returned: Value;
  #code = 0;

  run(): number {
    try {
      this.#actions();
    } catch (end) {
      if (!(end instanceof AwkEnd)) throw end;
      if (end.message !== '') this.streams.write(`awk: ${end.message}\n`, 'err');
      this.#code = end.code;
    }
    this.streams.release();
    this.streams.save();
    return this.#code;
  }

  #actions(): void {
    const { begin, rules, end } = this.script;
    let left = this.#guarded(() => this.#runAll(begin));
    const reads = rules.length + end.length > 0;
    while (reads && left !== 'exit') {
      const text = this.nextRecord();
      if (text === undefined) break;
      this.variables.record.text = text;
      left = this.#guarded(() => this.#applyAll(rules));
      if (left === 'nextfile') this.#records = undefined;
    }
    this.#guarded(() => this.#runAll(end));
  }

  /** How the work was left before its end. */
  #guarded(work: () => void): Leave['kind'] | undefined {
    try {
      work();
      return undefined;
    } catch (leave) {
      if (!(leave instanceof Leave)) throw leave;
      this.budget.leaveAll();
      this.variables.locals = new Map();
      return leave.kind;
    }
  }

  #runAll(actions: readonly Statement[]): void {
    for (const action of actions) this.#run(action);
  }

  #applyAll(rules: readonly Rule[]): void {
    for (const rule of rules) {
      this.at = rule.at;
      if (!this.#matches(rule)) continue;
      if (rule.body !== undefined) this.#run(rule.body);
      else this.streams.write(this.variables.record.text + this.variables.text('ORS'));
    }
  }

  #matches(rule: Rule): boolean {
    const { pattern, to } = rule;
    if (pattern === undefined) return true;
    if (to === undefined) return this.test(pattern);
    if (!this.#within.has(rule) && !this.test(pattern)) return false;
    this.#within.add(rule);
    if (this.test(to)) this.#within.delete(rule);
    return true;
  }

  /** `NAME=VALUE`: whether it is one. */
  assignOperand(operand: string): boolean {
    const found = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(operand);
    if (found === null) return false;
    this.variables.set(found[1] ?? '', inputValue(unquoted(found[2] ?? '')));
    return true;
  }

  protected nextRecord(): string | undefined {
    const { variables } = this;
    for (;;) {
      this.#records ??= this.#nextOperand();
      const text = this.#records?.next(variables.text('RS'));
      if (text !== undefined) {
        for (const name of ['NR', 'FNR']) variables.set(name, numberOf(variables.get(name)) + 1);
        this.budget.text(text);
        return text;
      }
      if (this.#records === undefined) return undefined;
      this.#records = undefined;
    }
  }

  /** Without an operand that is a file, the standard input is read. */
  #nextOperand(): Records | undefined {
    const { variables } = this;
    while (++this.#operand < numberOf(variables.get('ARGC'))) {
      this.budget.spend(1);
      const name = textOf(variables.array('ARGV').get(String(this.#operand)), this.convfmt);
      if (name !== '' && !this.assignOperand(name)) return this.#opened(name);
    }
    return this.#hasRead ? undefined : this.#opened('-');
  }

  #opened(name: string): Records {
    this.#hasRead = true;
    this.variables.set('FILENAME', name);
    this.variables.set('FNR', 0);
    return this.streams.open(name);
  }

  protected call(name: string, locals: ReadonlyMap<string, Cell>): Value {
    const { variables, budget, at } = this;
    const body = this.script.functions.get(name)?.body;
    const outer = variables.locals;
    variables.locals = locals;
    budget.enterCall();
    if (body !== undefined) this.#run(body);
    budget.leaveCall();
    variables.locals = outer;
    this.at = at;
    const value = this.#returned;
    this.#returned = undefined;
    return value;
  }

  #run(statement: Statement): Flow {
    this.budget.enter();
    this.at = statement.at;
    const flow = this.#execute(statement);
    this.budget.leave();
    return flow;
  }

  #execute(statement: Statement): Flow {
    switch (statement.kind) {
      case 'expression':
        this.value(statement.value);
        return undefined;
      case 'print':
      case 'printf':
        return this.#print(statement);
      case 'if': {
        const { yes, no } = statement;
        const chosen = this.test(statement.test) ? yes : no;
        return chosen && this.#run(chosen);
      }
      case 'loop':
        return this.#loop(statement);
      case 'each':
        return this.#each(statement);
      case 'block':
        for (const each of statement.body) {
          const flow = this.#run(each);
          if (flow !== undefined) return flow;
        }
        return undefined;
      case 'delete': {
        const elements = this.variables.array(statement.name);
        if (statement.key === undefined) elements.clear();
        else elements.delete(this.text(statement.key));
        return undefined;
      }
      case 'return':
        this.#returned = statement.value && this.value(statement.value);
        return 'return';
      case 'exit':
        if (statement.value !== undefined) this.#code = numberOf(this.value(statement.value)) & 255;
        throw new Leave('exit');
      case 'next':
      case 'nextfile':
        throw new Leave(statement.kind);
      case 'break':
      case 'continue':
        return statement.kind;
      default:
        return assertUnreachable(statement);
    }
  }

  #loop({ before, test, after, body, isDo }: Kind<Statement, 'loop'>): Flow {
    if (before !== undefined) this.value(before);
    let isFirst = isDo === true;
    while (isFirst || test === undefined || this.test(test)) {
      isFirst = false;
      const flow = this.#run(body);
      if (flow === 'return') return flow;
      if (flow === 'break') return undefined;
      if (after !== undefined) this.value(after);
    }
    return undefined;
  }

  #each({ key, name, body }: Kind<Statement, 'each'>): Flow {
    const elements = this.variables.array(name);
    this.budget.spend(elements.size);
    for (const each of [...elements.keys()]) {
      this.reference(key).write(each);
      const flow = this.#run(body);
      if (flow === 'return') return flow;
      if (flow === 'break') return undefined;
    }
    return undefined;
  }

  #print({ kind, values, to }: Kind<Statement, 'print' | 'printf'>): undefined {
    const given = values.map((each) => this.value(each));
    const text = kind === 'print' ? this.#line(given) : this.#format(given);
    this.budget.text(text);
    if (to === undefined) this.streams.write(text);
    else this.streams.writeTo(this.text(to.name), to.appends, text);
  }

  #line(values: readonly Value[]): string {
    const { variables } = this;
    const format = variables.text('OFMT');
    const texts = values.map((value) => textOf(value, format));
    const line = texts.length === 0 ? variables.record.text : texts.join(variables.text('OFS'));
    return line + variables.text('ORS');
  }

  #format([format, ...args]: readonly Value[]): string {
    return formatted(textOf(format, this.convfmt), args, this.convfmt);
  }
}
