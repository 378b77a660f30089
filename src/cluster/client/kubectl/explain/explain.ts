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
  const version = flags.string('api-version');
  const found = yield* resourceOf(session, typed, version === '');
  if (!found.ok) return found;
  const { resource, fields } = found.value;
  if (version === '') return yield* explainOne(session, resource, fields, flags.bool('recursive'));
  const asked = yield* inVersion(session, resource, version);
  if (!asked.ok) return asked;
  return yield* explainOne(session, asked.value, fields, flags.bool('recursive'));
}

interface Asked {
  readonly resource: DiscoveredResource;
  readonly fields: readonly string[];
}

const noPath = fail('invalid jsonpath syntax, first node must be field node');

/**
 * `pods.spec`; with `namesGroup` also `deployments.apps.spec`. Source: explain.go
 * SplitAndParseResourceRequestWithMatchingPrefix.
 */
function* resourceOf(
  session: Session,
  typed: string,
  namesGroup: boolean,
): Process<Outcome<Asked>> {
  const [first = '', ...rest] = typed.replace(/\.$/, '').split('.');
  if (first === '') return noPath;
  const simple = yield* session.mapper.resourceFor(first);
  if (!simple.ok) return simple;
  const resource = simple.value;
  if (resource === undefined) {
    const message = `the server doesn't have a resource type "${first}"`;
    return err({ kind: 'plain', message, exitCode: 1 });
  }
  if (rest.some((name) => !/^[^[\]{}]+$/.test(name))) return noPath;
  const group = resource.group === '' ? [] : resource.group.split('.');
  const isGroup = first === resource.resource && group.every((part, n) => part === rest[n]);
  return ok({ resource, fields: namesGroup && isGroup ? rest.slice(group.length) : rest });
}

/** The same resource in the version that `--api-version` asks for. */
function* inVersion(
  session: Session,
  { resource: name }: DiscoveredResource,
  version: string,
): Process<Outcome<DiscoveredResource>> {
  const parts = version.split('/');
  if (parts.length > 2) return fail(`unexpected GroupVersion string: ${version}`);
  const [group = '', number = ''] = parts.length === 1 ? ['', version] : parts;
  const all = yield* session.mapper.known();
  if (!all.ok) return all;
  const served = all.value.filter((each) => each.group === group && each.version === number);
  const found = served.find((each) => each.resource === name);
  if (found !== undefined) return ok(found);
  const asked = { group, version: number, resource: name };
  return served.length > 0
    ? fail(notInDocument(asked))
    : fail(`couldn't find resource for "${versionedName(asked)}"`);
}

type VersionedResource = Pick<DiscoveredResource, 'group' | 'version' | 'resource'>;

/** Source: k8s.io/apimachinery GroupVersionResource.String. */
const versionedName = ({ group, version, resource }: VersionedResource): string =>
  `${group}/${version}, Resource=${resource}`;

const notInDocument = (resource: VersionedResource): string =>
  `GVR (${versionedName(resource)}) not found in OpenAPI schema`;

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
    return fail(notInDocument(resource));
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
      return fail(`field "${fields.at(-1)}" does not exist`);
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
    const { name, type, values } = property;
    const ends = values.length === 0 ? [''] : ['ENUM:', ...values.map((v) => `    ${shown(v)}`)];
    head.push(`FIELD: ${name} <${type}>`, ...ends, '');
  }
  const texts =
    property === undefined
      ? [view.description]
      : [property.description, property.typeDescription()];
  const said = texts.filter((text) => text !== undefined);
  // What was said ends with a line of its own, which is indented too.
  const description = said.length === 0 ? ['    <empty>'] : [...said.flatMap(wrapped), '    '];
  head.push('DESCRIPTION:', ...description);
  if (view.properties.length === 0) return `${head.join('\n')}\n\n`;
  const lines = recursive ? fieldTree(view, 1, new Set()) : fieldList(view);
  return `${[...head, 'FIELDS:', ...lines].join('\n')}\n\n`;
}

const mostValues = 4;
const shown = (value: string): string => (value === '' ? '""' : value);

/** The first values of a field in a list of fields. Source: plaintext.tmpl extractEnum. */
function enumLine(values: readonly string[], indent: string): readonly string[] {
  if (values.length === 0) return [];
  const first = values.slice(0, mostValues).map(shown).join(', ');
  return [`${indent}enum: ${first}${values.length > mostValues ? ', ....' : ''}`];
}

function fieldList({ properties }: SchemaView): readonly string[] {
  return properties.flatMap(({ name, type, required, values, description }) => [
    `  ${name}\t<${type}>${required ? ' -required-' : ''}`,
    ...enumLine(values, '  '),
    ...wrapped(description ?? '<no description>'),
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
      ...enumLine(values, indent),
      ...(deeper === undefined ? [] : fieldTree(deeper, level + 1, new Set([...open, bare]))),
    ];
  });
}

const width = 80;

function wrapped(text: string): readonly string[] {
  const indent = '    ';
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
