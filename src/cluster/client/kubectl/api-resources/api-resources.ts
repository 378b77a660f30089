/**
 * `kubectl api-resources` and `kubectl api-versions`: the resources of the server.
 *
 * Models k8s.io/kubectl pkg/cmd/apiresources. Both query the server again unless `--cached` is set.
 */
import { ok } from '#base/result';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, sliceFlag, stringFlag } from '../command-line/flag-spec.ts';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import { fail, type Outcome, usageError } from '../failure.ts';
import { toJson } from '../printers/json.ts';
import { alignColumns, tableColumns } from '../printers/tabwriter.ts';
import { toYaml } from '../printers/yaml.ts';

export const apiResources: Command = {
  name: 'api-resources',
  short: 'Print the supported API resources on the server',
  flags: [
    stringFlag('api-group', 'Limit to resources in the specified API group'),
    boolFlag('cached', 'Use the cached list of resources if available'),
    sliceFlag('categories', 'Limit to resources that belong to the specified categories'),
    boolFlag('namespaced', 'Whether the resources are namespaced', { default: 'true' }),
    boolFlag('no-headers', 'Do not print headers'),
    stringFlag('output', 'Output format: wide or name', { shorthand: 'o' }),
    stringFlag('sort-by', 'Sort the list by this field: name or kind'),
    sliceFlag('verbs', 'Limit to resources that support the specified verbs'),
  ],
  run: runResources,
};

export const apiVersions: Command = {
  name: 'api-versions',
  short: 'Print the supported API versions on the server, in the form of "group/version"',
  run: runVersions,
};

const versionOf = ({ group, version }: DiscoveredResource): string =>
  group === '' ? version : `${group}/${version}`;

function* runResources({ session, args, flags, path }: Invocation): Process<Outcome> {
  if (args.length > 0) return usageError(path, `unexpected arguments: [${args.join(' ')}]`);
  const output = flags.string('output');
  if (!['', 'wide', 'name', 'json', 'yaml'].includes(output))
    return fail(
      `unable to match a printer suitable for the output format "${output}", ` +
        'allowed formats are: json,kyaml,name,wide,yaml',
    );
  const sortBy = flags.string('sort-by');
  if (!['', 'name', 'kind'].includes(sortBy)) return fail('--sort-by accepts only name or kind');
  const all = flags.bool('cached')
    ? yield* session.mapper.known()
    : yield* session.mapper.refreshed();
  if (!all.ok) return all;
  const shown = chosen(all.value, flags).sort((a, b) => order(sortBy, a, b));
  if (output === 'name') {
    for (const { resource, group } of shown) {
      session.out(`${group === '' ? resource : `${resource}.${group}`}\n`);
    }
    return complete(session);
  }
  if (output === 'json' || output === 'yaml') {
    const list = flatList(shown);
    session.out(output === 'json' ? toJson(list) : toYaml(list));
    return complete(session);
  }
  const wide = output === 'wide';
  const header = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND'];
  const rows = shown.map((each) => [
    each.resource,
    each.shortNames.join(','),
    versionOf(each),
    String(each.namespaced),
    each.kind,
    ...(wide ? [each.verbs.join(','), each.categories.join(',')] : []),
  ]);
  const headers = flags.bool('no-headers')
    ? []
    : [wide ? [...header, 'VERBS', 'CATEGORIES'] : header];
  const lines = [...headers, ...rows].map((row) => `${row.join('\t')}\n`).join('');
  session.out(alignColumns(lines, tableColumns));
  return complete(session);
}

/** Prints what was found, then the groups that failed. Source: ErrGroupDiscoveryFailed. */
function complete({ mapper }: Invocation['session']): Outcome {
  const { stale } = mapper;
  if (stale.length === 0) return ok(undefined);
  const each = stale.map((version) => `${version}: stale GroupVersion discovery: ${version}`);
  return fail(`unable to retrieve the complete list of server APIs: ${each.join(', ')}`);
}

/** Source: apiresources.go: one APIResourceList of all groups. */
const flatList = (shown: readonly DiscoveredResource[]): JsonObject => ({
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: '',
  resources: shown.map((each) => ({
    name: each.resource,
    singularName: each.singular,
    namespaced: each.namespaced,
    ...(each.group === '' ? {} : { group: each.group }),
    version: each.version,
    kind: each.kind,
    verbs: each.verbs,
    ...(each.shortNames.length === 0 ? {} : { shortNames: each.shortNames }),
    ...(each.categories.length === 0 ? {} : { categories: each.categories }),
  })),
});

/** The preferred version of each resource that passes the flags. */
function chosen(
  all: readonly DiscoveredResource[],
  flags: Invocation['flags'],
): DiscoveredResource[] {
  const seen = new Set<string>();
  const [verbs, categories] = [flags.list('verbs'), flags.list('categories')];
  return all.filter((each) => {
    const key = `${each.resource}.${each.group}`;
    if (seen.has(key) || each.verbs.length === 0) return false;
    seen.add(key);
    if (flags.changed('api-group') && flags.string('api-group') !== each.group) return false;
    if (flags.changed('namespaced') && flags.bool('namespaced') !== each.namespaced) return false;
    if (!verbs.every((verb) => each.verbs.includes(verb))) return false;
    return categories.every((category) => each.categories.includes(category));
  });
}

/** Source: apiresources.go sortableResource. */
function order(sortBy: string, a: DiscoveredResource, b: DiscoveredResource): number {
  const by = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);
  if (sortBy === 'name') return by(a.resource, b.resource);
  if (sortBy === 'kind') return by(a.kind, b.kind);
  return by(a.group, b.group) || by(a.resource, b.resource);
}

function* runVersions({ session, args, path }: Invocation): Process<Outcome> {
  if (args.length > 0) return usageError(path, `unexpected arguments: [${args.join(' ')}]`);
  const all = yield* session.mapper.groupVersions();
  if (!all.ok) return all;
  const versions = [...all.value.keys()].sort();
  session.out(versions.map((version) => `${version}\n`).join(''));
  return ok(undefined);
}
