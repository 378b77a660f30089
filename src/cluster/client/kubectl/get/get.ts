/**
 * `kubectl get`: objects by name, by kind, by label, in every format.
 *
 * Models k8s.io/kubectl pkg/cmd/get get.go. Without `-o` the server prints the table.
 */
import { err, ok } from '#base/result';
import { asJson, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import {
  boolFlag,
  type FlagSpec,
  intFlag,
  refused,
  sliceFlag,
  stringFlag,
} from '../command-line/flag-spec.ts';
import { allowAbsent, fail, type Outcome } from '../failure.ts';
import { filenameFlags, hasFiles, readManifests } from '../manifest/read-manifests.ts';
import { templateFlag } from '../mutation.ts';
import type { ObjectPrinter } from '../printers/object-printer.ts';
import { sendRaw, wrongRawPath } from '../raw-http.ts';
import { fetchObjects, type Info } from '../resource/fetch-objects.ts';
import { mixedSources } from '../resource/objects-of.ts';
import { type ResourceRequest, resolveArguments } from '../resource/resource-arguments.ts';
import type { Session } from '../session.ts';
import { getTable } from './get-table.ts';
import { listOf, objectPrinter, printObject, withoutManagedFields } from './output.ts';
import { sortedBy } from './sort-by.ts';
import { watchObjects } from './watch-objects.ts';

const flags: readonly FlagSpec[] = [
  boolFlag('all-namespaces', 'List the objects of all namespaces', { shorthand: 'A' }),
  intFlag('chunk-size', 'Return large lists in chunks', { default: '500' }),
  stringFlag('field-selector', 'Selector (field query) to filter on'),
  boolFlag('ignore-not-found', 'Treat "resource not found" as a successful retrieval'),
  sliceFlag('label-columns', 'Labels that become columns', { shorthand: 'L' }),
  boolFlag('no-headers', 'Do not print headers'),
  stringFlag('output', 'Output format', { shorthand: 'o' }),
  boolFlag('output-watch-events', 'Print what happened to each object that is watched'),
  stringFlag('raw', 'Raw URI to request from the server'),
  stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
  boolFlag('show-kind', 'Put the kind before the name'),
  boolFlag('show-labels', 'Show all labels as the last column'),
  boolFlag('show-managed-fields', 'Keep managedFields in JSON or YAML'),
  stringFlag('sort-by', 'Sort list types by this field'),
  stringFlag('subresource', 'Gets this part of the object'),
  templateFlag,
  boolFlag('watch', 'After listing, watch for changes', { shorthand: 'w' }),
  boolFlag('watch-only', 'Watch for changes without listing first'),
  ...filenameFlags,
  ...refused(boolFlag('server-print', 'Have the server print the table', { default: 'true' })),
];

export const get: Command = {
  name: 'get',
  short: 'Display one or many resources',
  usage: '(TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...) [flags]',
  flags,
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags } = invocation;
  const wrong = misuse(invocation);
  if (wrong !== undefined) return fail(wrong);
  if (flags.string('raw') !== '') return yield* sendRaw(session, 'GET', flags.string('raw'));
  const fromFile = hasFiles(flags);
  if (fromFile && args.length > 0) return mixedSources();
  if (args.length === 0 && !fromFile) return noResource(invocation);
  const template = flags.string('template');
  const output = flags.string('output') || (template === '' ? '' : 'go-template');
  const selector = flags.string('selector');
  const allNamespaces = flags.bool('all-namespaces');
  const printer =
    output === '' || output === 'wide'
      ? undefined
      : objectPrinter(output, { template, noHeaders: flags.bool('no-headers') });
  if (printer?.ok === false) return fail(printer.error);
  const requests = fromFile
    ? yield* requestsOfFiles(invocation)
    : yield* resolveArguments(session, args, { selector, allNamespaces, wholeCollections: true });
  if (!requests.ok) return requests;
  if (flags.string('subresource') !== '' && requests.value.some(({ name }) => name === undefined)) {
    return fail('subresource cannot be used when bulk resources are specified');
  }
  if (printer === undefined) return yield* getTable(invocation, requests.value);
  if (flags.bool('watch') || flags.bool('watch-only')) {
    return yield* watchObjects(invocation, requests.value, printer.value);
  }
  return yield* getObjects(invocation, requests.value, printer.value);
}

/** Flags that do not go together. Source: get.go Validate. */
function misuse({ args, flags }: Invocation): string | undefined {
  const raw = flags.string('raw');
  const output = flags.string('output');
  const watches = flags.bool('watch') || flags.bool('watch-only');
  if (raw !== '') {
    if (args.length > 0) return 'arguments may not be passed when --raw is specified';
    if (watches || flags.string('selector') !== '') {
      return (
        '--raw may not be specified with other flags that filter the server request or alter ' +
        'the output'
      );
    }
    if (output !== '') return '--raw and --output are mutually exclusive';
    return wrongRawPath(raw);
  }
  if (flags.bool('show-labels') && output !== '' && output !== 'wide') {
    return `--show-labels option cannot be used with ${output} printer`;
  }
  if (flags.bool('output-watch-events') && !watches) {
    return '--output-watch-events option can only be used with --watch or --watch-only';
  }
  return undefined;
}

/** The objects named in manifests, all read in the namespace of the command. */
function* requestsOfFiles(invocation: Invocation): Process<Outcome<readonly ResourceRequest[]>> {
  const read = yield* readManifests(invocation, false);
  if (!read.ok) return read;
  const { manifests, failure } = read.value;
  if (failure !== undefined) return err(failure);
  return ok(manifests.map(({ resource, name }) => ({ resource, name })));
}

function noResource({ session, path }: Invocation): Outcome {
  session.err(
    'You must specify the type of resource to get. Use "kubectl api-resources" for a complete ' +
      'list of supported resources.\n\n',
  );
  return fail(
    'Required resource not specified.\nUse "kubectl explain <resource>" for a detailed ' +
      'description of that resource (e.g. kubectl explain pods).\n' +
      `See '${path} -h' for help and examples`,
  );
}

function* getObjects(
  { session, flags }: Invocation,
  requests: readonly ResourceRequest[],
  printer: ObjectPrinter,
): Process<Outcome> {
  const { infos, failure } = yield* fetchObjects(session, requests, {
    namespace: flags.bool('all-namespaces') ? '' : session.config.namespace,
    selector: flags.string('selector'),
    fieldSelector: flags.string('field-selector'),
    subresource: flags.string('subresource'),
  });
  const hides = ['json', 'yaml'].includes(flags.string('output'));
  const shown =
    flags.bool('show-managed-fields') || !hides
      ? infos
      : infos.map((info) => ({ ...info, object: withoutManagedFields(info.object) }));
  const sortBy = flags.string('sort-by');
  const sorted = sortBy === '' ? ok(shown) : sortedBy(sortBy, shown, (i) => asJson(i.object));
  if (!sorted.ok) return fail(sorted.error);
  const printed = printObjects(session, requests, sorted.value, printer, failure !== undefined);
  if (!printed.ok) return printed;
  return allowAbsent(failure, flags.bool('ignore-not-found'));
}

function printObjects(
  session: Session,
  requests: readonly ResourceRequest[],
  infos: readonly Info[],
  printer: ObjectPrinter,
  failed: boolean,
): Outcome {
  const single = requests.length === 1 && requests[0]?.name !== undefined;
  const resource = requests[0]?.resource;
  if (resource === undefined || (failed && infos.length === 0)) return ok(undefined);
  const values: readonly (readonly [JsonValue, ResourceRequest['resource']])[] =
    printer.joins && !single
      ? [[listOf(infos), resource]]
      : infos.map((info) => [asJson(info.object), info.resource]);
  for (const [value, of] of values) {
    const printed = printObject(session, printer, value, of);
    if (!printed.ok) return printed;
  }
  return ok(undefined);
}
