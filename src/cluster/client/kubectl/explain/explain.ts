/**
 * `kubectl explain TYPE[.FIELD…]`: the fields of a kind.
 *
 * Models k8s.io/kubectl pkg/cmd/explain explain.go and pkg/explain/v2 with its plaintext template.
 * The server is asked which documents it has; built-in kinds come from the Go types, custom ones
 * from their definitions.
 */
import { err, ok } from '#base/result';
import { asJson, isJsonArray, isJsonObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import { customResourceDefinitions } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, stringFlag } from '../command-line/flag-spec.ts';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import { fail, type Outcome } from '../failure.ts';
import type { Session } from '../session.ts';
import {
  type PropertyView,
  type SchemaView,
  viewOfCustomResource,
  viewOfStruct,
} from './schema-view.ts';

export const explain: Command = {
  name: 'explain',
  short: 'Get documentation for a resource',
  usage: 'TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group] [-o|--output=plaintext]',
  flags: [
    stringFlag('api-version', 'Use given api-version (group/version) of the resource'),
    stringFlag('output', 'Format in which to render the schema', {
      shorthand: 'o',
      default: 'plaintext',
    }),
    boolFlag('recursive', 'Print the name of all the fields recursively'),
  ],
  run,
};

function* run({ session, args, flags }: Invocation): Process<Outcome> {
  const [typed, ...more] = args;
  if (typed === undefined) {
    return fail(
      'You must specify the type of resource to explain. Use "kubectl api-resources" for a ' +
        'complete list of supported resources.\n',
    );
  }
  if (more.length > 0) {
    return fail('We accept only this format: explain RESOURCE\n');
  }
  const output = flags.string('output');
  if (output === 'plaintext-openapiv2') return fail(`output format "${output}" is not simulated`);
  if (output !== 'plaintext') return fail(`unrecognized format: ${output}`);
  const found = yield* resourceOf(session, typed);
  if (!found.ok) return found;
  const { resource, fields } = found.value;
  const version = flags.string('api-version');
  const own = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  if (version !== '' && version !== own) {
    const other = yield* session.mapper.resourceForKind(version, resource.kind);
    if (!other.ok) return other;
    if (other.value === undefined) {
      return fail(`couldn't find resource for "${version}, Kind=${resource.kind}"`);
    }
    return yield* explainOne(session, other.value, fields, flags.bool('recursive'));
  }
  return yield* explainOne(session, resource, fields, flags.bool('recursive'));
}

interface Asked {
  readonly resource: DiscoveredResource;
  readonly fields: readonly string[];
}

/** `deployments.apps.spec` may name a group; `pods.spec` does not. */
function* resourceOf(session: Session, typed: string): Process<Outcome<Asked>> {
  const [first = '', ...rest] = typed.replace(/\.$/, '').split('.');
  const simple = yield* session.mapper.resourceFor(first);
  if (!simple.ok) return simple;
  if (simple.value === undefined) {
    const message = `the server doesn't have a resource type "${first}"`;
    return err({ kind: 'plain', message, exitCode: 1 });
  }
  for (let length = rest.length; length > 0; length--) {
    const name = [first, ...rest.slice(0, length)].join('.');
    const all = yield* session.mapper.known();
    if (!all.ok) return all;
    const qualified = all.value.find((each) => `${each.resource}.${each.group}` === name);
    if (qualified !== undefined) return ok({ resource: qualified, fields: rest.slice(length) });
  }
  return ok({ resource: simple.value, fields: rest });
}

function* explainOne(
  session: Session,
  resource: DiscoveredResource,
  fields: readonly string[],
  recursive: boolean,
): Process<Outcome> {
  const index = yield* session.client.send({
    method: 'GET',
    path: '/openapi/v3',
    ref: { resource: '', namespace: '', name: '' },
    query: { timeout: '32s' },
  });
  if (!index.ok) return index;
  const view = yield* viewOf(session, resource);
  if (!view.ok) return view;
  if (view.value === undefined) {
    return fail(
      `GVR (${resource.group}/${resource.version}, Resource=${resource.resource}) not found in OpenAPI schema`,
    );
  }
  let at: SchemaView = view.value;
  let property: PropertyView | undefined;
  for (const name of fields) {
    property = at.properties.find((each) => each.name === name);
    if (property === undefined) {
      // The template has already printed its start when it finds that the field does not exist.
      session.out(
        headOf(resource)
          .map((line) => `${line}\n`)
          .join(''),
      );
      return fail(`field "${name}" does not exist`);
    }
    at = property.inner() ?? { description: undefined, properties: [] };
  }
  session.out(pageOf(resource, property, at, recursive));
  return ok(undefined);
}

function* viewOf(
  session: Session,
  { group, version, kind, resource }: DiscoveredResource,
): Process<Outcome<SchemaView | undefined>> {
  const struct = schemaForKind(group === '' ? version : `${group}/${version}`, kind);
  if (struct !== undefined) return ok(viewOfStruct(struct));
  const at = { namespace: '', name: `${resource}.${group}` };
  const definition = yield* session.client.get<KubeObject>(customResourceDefinitions, at);
  if (!definition.ok) return ok(undefined);
  const { versions } = asJson((definition.value.spec ?? {}) as object);
  const served = (isJsonArray(versions) ? versions : []).filter(isJsonObject);
  const found = served.find(({ name }) => name === version);
  const schema = isJsonObject(found?.['schema']) ? found['schema']['openAPIV3Schema'] : undefined;
  return ok(isJsonObject(schema) ? viewOfCustomResource(schema) : undefined);
}

const headOf = ({ group, kind, version }: DiscoveredResource): readonly string[] => [
  ...(group === '' ? [] : [`GROUP:      ${group}`]),
  `KIND:       ${kind}`,
  `VERSION:    ${version}`,
  '',
];

function pageOf(
  resource: DiscoveredResource,
  property: PropertyView | undefined,
  view: SchemaView,
  recursive: boolean,
): string {
  const head = [...headOf(resource)];
  if (property !== undefined) {
    const required = property.required ? ' -required-' : '';
    head.push(`FIELD: ${property.name} <${property.type}>${required}`);
    if (property.values.length > 0)
      head.push(`ENUM:\n${property.values.map((v) => `    ${v}`).join('\n')}`);
    head.push('');
  }
  const description = property?.description ?? view.description ?? '<empty>';
  head.push('DESCRIPTION:', ...wrapped(description, '    '), '    ');
  if (view.properties.length === 0) return `${head.join('\n')}\n\n`;
  const lines = recursive ? fieldTree(view, 1, new Set()) : fieldList(view);
  return `${[...head, 'FIELDS:', ...lines].join('\n')}\n\n`;
}

function fieldList({ properties }: SchemaView): readonly string[] {
  return properties.flatMap(({ name, type, required, values, description }) => [
    `  ${name}\t<${type}>${required ? ' -required-' : ''}`,
    ...(values.length > 0 ? [`  enum: ${values.join(', ')}`] : []),
    ...wrapped(description ?? '<no description>', '    '),
    '',
  ]);
}

/** Names and types only; a type inside itself is not expanded again. */
function fieldTree(view: SchemaView, level: number, open: ReadonlySet<string>): readonly string[] {
  const indent = '  '.repeat(level);
  return view.properties.flatMap(({ name, type, required, values, inner }) => {
    const bare = type.replace(/^(\[\]|map\[string\])+/, '');
    // The objects of custom schemas have no names of their own.
    const deeper = bare !== 'Object' && open.has(bare) ? undefined : inner();
    return [
      `${indent}${name}\t<${type}>${required ? ' -required-' : ''}`,
      ...(values.length > 0 ? [`${indent}enum: ${values.join(', ')}`] : []),
      ...(deeper === undefined ? [] : fieldTree(deeper, level + 1, new Set([...open, bare]))),
    ];
  });
}

const width = 80;

function wrapped(text: string, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent.length + line.length + word.length + 1 > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, indent + line];
}
