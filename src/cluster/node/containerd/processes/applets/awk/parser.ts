/**
 * Reads an awk program: rules, functions and statements.
 *
 * In: the program's text and the name that messages give it. Out: its syntax tree, added to what
 * other texts of the same program had, or an AwkEnd in busybox's words.
 */
import { ExpressionParser } from './expressions.ts';
import {
  type Args,
  awkError,
  type Expression,
  notSimulated,
  type Redirection,
  type Script,
  type Statement,
} from './syntax.ts';

export function parseAwk(text: string, source: string, into: Script): void {
  new Parser(text, source).addTo(into);
}

class Parser extends ExpressionParser {
  /** How many loops are around a statement. */
  #loops = 0;

  addTo({ begin, rules, end, functions }: Script): void {
    while (!this.is('')) {
      if (this.takes('\n') || this.takes(';')) continue;
      if (this.takes('BEGIN')) begin.push(this.#block());
      else if (this.takes('END')) end.push(this.#block());
      else if (this.takes('function') || this.takes('func')) {
        const { at } = this.token;
        const name = this.name();
        if (functions.has(name)) throw awkError(at, 'Duplicate function');
        this.expect('(');
        const parameters = this.#parameters();
        this.skipLines();
        functions.set(name, { parameters, body: this.#block() });
      } else {
        const { at } = this.token;
        const pattern = this.is('{') ? undefined : this.expression();
        const to = pattern !== undefined && this.takes(',') ? this.expression() : undefined;
        const body = this.is('{') ? this.#block() : undefined;
        if (body === undefined) this.#terminator();
        rules.push({ at, pattern, to, body });
      }
    }
  }

  #parameters(): readonly string[] {
    const names: string[] = [];
    if (this.takes(')')) return names;
    do names.push(this.name());
    while (this.takes(','));
    this.expect(')');
    return names;
  }

  #block(): Statement {
    const { at } = this.token;
    this.expect('{');
    const body: Statement[] = [];
    while (!this.takes('}')) if (!this.takes('\n')) body.push(this.#statement());
    return { at, kind: 'block', body };
  }

  /** One statement with what ends it. */
  #statement(): Statement {
    return this.nested(() => {
      const { at } = this.token;
      if (this.is('{')) return this.#block();
      if (this.takes(';')) return { at, kind: 'block', body: [] };
      if (this.takes('if')) return this.#if(at);
      if (this.takes('while')) {
        const test = this.#condition();
        return { at, kind: 'loop', test, body: this.#body() };
      }
      if (this.takes('for')) return this.#for(at);
      const statement = this.takes('do') ? this.#do(at) : this.#simple(at);
      this.#terminator();
      return statement;
    });
  }

  #terminator(): void {
    if (this.takes(';') || this.takes('\n') || this.is('}') || this.is('')) return;
    throw this.unexpected();
  }

  #condition(): Expression {
    this.expect('(');
    const test = this.inside(')');
    this.skipLines();
    return test;
  }

  #body(): Statement {
    this.#loops++;
    const body = this.#statement();
    this.#loops--;
    return body;
  }

  #if(at: string): Statement {
    const test = this.#condition();
    const yes = this.#statement();
    this.skipLines();
    const no = this.takes('else') ? this.#statement() : undefined;
    return { at, kind: 'if', test, yes, no };
  }

  #do(at: string): Statement {
    const body = this.#body();
    this.skipLines();
    this.expect('while');
    this.expect('(');
    return { at, kind: 'loop', isDo: true, test: this.inside(')'), body };
  }

  #for(at: string): Statement {
    this.expect('(');
    const before = this.is(';') ? undefined : this.expression();
    if (before?.kind === 'in' && this.takes(')')) {
      const key = this.placeOf(before.key);
      this.skipLines();
      return { at, kind: 'each', key, name: before.name, body: this.#body() };
    }
    this.expect(';');
    const test = this.is(';') ? undefined : this.expression();
    this.expect(';');
    this.skipLines();
    const after = this.takes(')') ? undefined : this.inside(')');
    this.skipLines();
    return { at, kind: 'loop', before, test, after, body: this.#body() };
  }

  #simple(at: string): Statement {
    if (this.takes('print')) return this.#print(at, 'print');
    if (this.takes('printf')) return this.#print(at, 'printf');
    for (const kind of ['next', 'nextfile'] as const) if (this.takes(kind)) return { at, kind };
    for (const kind of ['break', 'continue'] as const) {
      if (!this.takes(kind)) continue;
      if (this.#loops === 0) throw awkError(at, `'${kind}' not in a loop`);
      return { at, kind };
    }
    for (const kind of ['exit', 'return'] as const) {
      if (!this.takes(kind)) continue;
      return { at, kind, value: this.#isAtEnd() ? undefined : this.expression() };
    }
    if (!this.takes('delete')) return { at, kind: 'expression', value: this.expression() };
    const what = this.primary();
    if (what.kind === 'name') return { at, kind: 'delete', name: what.name, key: undefined };
    if (what.kind !== 'element') throw awkError(at, 'Not an array');
    return { at, kind: 'delete', name: what.name, key: what.key };
  }

  #print(at: string, kind: 'print' | 'printf'): Statement {
    const values = this.#printed();
    const appends = this.takes('>>');
    if (this.is('|')) throw notSimulated('a pipe to a command');
    const isRedirected = appends || this.takes('>');
    const to: Redirection | undefined = isRedirected
      ? { appends, name: this.expression() }
      : undefined;
    return { at, kind, values, to };
  }

  #printed(): Args {
    if (this.#isAtEnd()) return [];
    const values = this.listBeforeRedirection();
    const [only] = values;
    return values.length === 1 && only?.kind === 'list' ? only.items : values;
  }

  #isAtEnd(): boolean {
    return [';', '\n', '}', '>', '>>', '|', ''].some((symbol) => this.is(symbol));
  }
}
