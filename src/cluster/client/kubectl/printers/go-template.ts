/**
 * `-o go-template=TEMPLATE`: objects through a Go template.
 *
 * Models text/template exec.go over decoded JSON, and cli-runtime pkg/printers template.go. In: a
 * template and an object. Out: text, or Go's error with where it happened.
 */
import { assert } from '#base/assert';
import { err, ok, type Result } from '#base/result';
import { goJson, isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { templateFunctions } from './go-template-functions.ts';
import {
  type Operand,
  type Pipeline,
  parseGoTemplate,
  type Stage,
  type TemplateNode,
} from './go-template-parser.ts';
import {
  GoInt,
  goText,
  isData,
  type TemplateValue,
  truth,
  typeName,
} from './go-template-values.ts';
import type { ObjectPrinter } from './object-printer.ts';

export function goTemplatePrinter(template: string): Result<ObjectPrinter, string> {
  if (template === '') return err('template format specified but no template given');
  const nodes = parseGoTemplate(template);
  if (!nodes.ok) return err(`error parsing template ${template}, template: output:${nodes.error}`);
  return ok({
    joins: true,
    print: (value) => {
      const { text, error } = execute(template, nodes.value, value);
      return error === undefined
        ? ok(text)
        : err(`error executing template ${JSON.stringify(template)}: ${error}`);
    },
    remains: (value) => {
      const { text, error } = execute(template, nodes.value, value);
      return (
        `${text}Error executing template: ${error}. ` +
        'Printing more information for debugging the template:\n' +
        `\ttemplate was:\n\t\t${template}\n` +
        `\traw data was:\n\t\t${goJson(value)}\n` +
        `\tobject given to template engine was:\n\t\t${goText(value)}\n\n`
      );
    },
  });
}

interface Executed {
  /** What was written, also when it ends in an error. */
  readonly text: string;
  readonly error: string | undefined;
}

function execute(template: string, nodes: readonly TemplateNode[], value: JsonValue): Executed {
  const execution = new Execution(template, value);
  const done = execution.run(nodes);
  const error = done.ok ? undefined : `template: output:${done.error}`;
  return { text: execution.text, error };
}

/** What an error points at. */
interface Place {
  readonly source: string;
  readonly at: number;
}

class TemplateError extends Error {}

/** How a body ended: at its end, or at a break or continue of the range around it. */
type Ending = 'end' | 'break' | 'continue';

interface Variable {
  readonly name: string;
  value: TemplateValue;
}

class Execution {
  readonly #template: string;
  readonly #data: JsonValue;
  readonly #variables: Variable[];
  #out = '';

  constructor(template: string, data: JsonValue) {
    this.#template = template;
    this.#data = data;
    this.#variables = [{ name: '$', value: data }];
  }

  get text(): string {
    return this.#out;
  }

  run(nodes: readonly TemplateNode[]): Result<void, string> {
    try {
      this.#walk(nodes, this.#data);
      return ok(undefined);
    } catch (error) {
      if (error instanceof TemplateError) return err(error.message);
      throw error;
    }
  }

  #walk(nodes: readonly TemplateNode[], dot: TemplateValue): Ending {
    for (const node of nodes) {
      const ending = this.#node(node, dot);
      if (ending !== 'end') return ending;
    }
    return 'end';
  }

  #node(node: TemplateNode, dot: TemplateValue): Ending {
    switch (node.kind) {
      case 'text':
        this.#out += node.text;
        return 'end';
      case 'print': {
        const value = this.#pipeline(node.pipeline, dot);
        if (node.pipeline.declares.length === 0) {
          this.#out += value === undefined || value === null ? '<no value>' : goText(value);
        }
        return 'end';
      }
      case 'break':
      case 'continue':
        return node.kind;
      case 'if':
      case 'with':
        return this.#scoped(() => {
          const value = this.#pipeline(node.pipeline, dot);
          const inner = node.kind === 'with' ? value : dot;
          return truth(value) ? this.#walk(node.body, inner) : this.#walk(node.otherwise, dot);
        });
      case 'range':
        return this.#scoped(() => this.#range(node, dot));
    }
  }

  /** Variables that are declared inside are gone afterwards. */
  #scoped(body: () => Ending): Ending {
    const before = this.#variables.length;
    const ending = body();
    this.#variables.length = before;
    return ending;
  }

  #range(
    {
      pipeline,
      body,
      otherwise,
    }: Extract<TemplateNode, { readonly kind: 'range' | 'if' | 'with' }>,
    dot: TemplateValue,
  ): Ending {
    const value = this.#pipeline({ ...pipeline, declares: [] }, dot);
    const entries = this.#entries(value, pipeline);
    if (entries.length === 0) return this.#walk(otherwise, dot);
    for (const [key, each] of entries) {
      const before = this.#variables.length;
      const [first, second] = pipeline.declares;
      if (second !== undefined) this.#set(first ?? '', key, pipeline);
      if (first !== undefined) this.#set(second ?? first, each, pipeline);
      const ending = this.#walk(body, each);
      this.#variables.length = before;
      if (ending === 'break') break;
    }
    return 'end';
  }

  #entries(
    value: TemplateValue,
    { stages }: Pipeline,
  ): readonly (readonly [TemplateValue, TemplateValue])[] {
    if (value === undefined || value === null) return [];
    if (value instanceof GoInt) {
      return Array.from({ length: value.value }, (_, i) => [new GoInt(i), new GoInt(i)] as const);
    }
    if (isJsonArray(value)) return value.map((each, i) => [new GoInt(i), each] as const);
    if (isJsonObject(value)) {
      const keys = Object.keys(value).sort();
      return keys.map((key) => [key, value[key]] as const);
    }
    return this.#fail(`range can't iterate over ${goText(value)}`, stages[0]);
  }

  #set(name: string, value: TemplateValue, { assigns }: Pipeline): void {
    const known = assigns ? this.#variables.findLast((each) => each.name === name) : undefined;
    if (known === undefined) this.#variables.push({ name, value });
    else known.value = value;
  }

  #pipeline(pipeline: Pipeline, dot: TemplateValue): TemplateValue {
    let value: TemplateValue;
    pipeline.stages.forEach((stage, i) => {
      value = this.#stage(stage, dot, i === 0 ? [] : [value]);
    });
    const [name] = pipeline.declares;
    if (name !== undefined) this.#set(name, value, pipeline);
    return value;
  }

  #stage(stage: Stage, dot: TemplateValue, last: readonly TemplateValue[]): TemplateValue {
    const [head, ...rest] = stage.operands;
    if (head?.kind === 'function') return this.#call(head.name, stage, rest, dot, last);
    if (head === undefined || rest.length > 0 || last.length > 0) {
      if (head?.kind === 'field') {
        return this.#fail(`${head.names.at(-1)} is not a method but has arguments`, head);
      }
      const given = head === undefined ? '' : this.#template.slice(head.at).split(' ')[0];
      return this.#fail(`can't give argument to non-function ${given}`, stage);
    }
    return this.#operand(head, dot, stage);
  }

  #call(
    name: string,
    stage: Stage,
    operands: readonly Operand[],
    dot: TemplateValue,
    last: readonly TemplateValue[],
  ): TemplateValue {
    // Those two stop at the argument that decides.
    if (name === 'and' || name === 'or') {
      let value: TemplateValue;
      for (const operand of operands) {
        value = this.#operand(operand, dot, stage);
        if (truth(value) === (name === 'or')) return value;
      }
      return last.length > 0 ? last[0] : value;
    }
    const known = templateFunctions[name];
    assert(known !== undefined, `the parser let ${name} pass`);
    const [least, most, call] = known;
    const args = [...operands.map((each) => this.#operand(each, dot, stage)), ...last];
    if (args.length < least || args.length > most) {
      const wanted = most === least ? `want ${least}` : `want at least ${least}`;
      return this.#fail(`wrong number of args for ${name}: ${wanted} got ${args.length}`, stage);
    }
    const answer = call(args);
    if (!answer.ok) return this.#fail(`error calling ${name}: ${answer.error}`, stage);
    return answer.value;
  }

  #operand(operand: Operand, dot: TemplateValue, stage: Stage): TemplateValue {
    switch (operand.kind) {
      case 'dot':
        return dot;
      case 'nil':
        return this.#fail('nil is not a command', stage);
      case 'string':
        return operand.text;
      case 'int':
        return new GoInt(operand.value);
      case 'float':
      case 'bool':
        return operand.value;
      case 'variable': {
        return this.#variables.findLast(({ name }) => name === operand.name)?.value;
      }
      case 'pipeline':
        return this.#pipeline(operand.pipeline, dot);
      case 'function':
        return this.#call(operand.name, stage, [], dot, []);
      case 'field': {
        const of = operand.of === undefined ? dot : this.#operand(operand.of, dot, stage);
        return operand.names.reduce<TemplateValue>(
          (at, name) => this.#field(at, name, operand),
          of,
        );
      }
    }
  }

  /** Source: exec.go evalField, of a map and of what is none. */
  #field(value: TemplateValue, name: string, place: Place): TemplateValue {
    if (value === undefined) return undefined;
    if (value === null) {
      return this.#fail(`nil pointer evaluating interface {}.${name}`, place);
    }
    if (isData(value) && isJsonObject(value)) {
      return Object.hasOwn(value, name) ? value[name] : undefined;
    }
    const type = isData(value) ? 'interface {}' : typeName(value);
    return this.#fail(`can't evaluate field ${name} in type ${type}`, place);
  }

  /** Source: exec.go errorf, parse.go ErrorContext. */
  #fail(message: string, place: Place | undefined): never {
    const at = place?.at ?? 0;
    const before = this.#template.slice(0, at);
    const line = before.split('\n').length;
    const column = at - (before.lastIndexOf('\n') + 1);
    const source = place?.source ?? '';
    const context = source.length > 20 ? `${source.slice(0, 20)}...` : source;
    throw new TemplateError(`${line}:${column}: executing "output" at <${context}>: ${message}`);
  }
}
