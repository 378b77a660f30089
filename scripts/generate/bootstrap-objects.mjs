/**
 * Writes kube-apiserver/bootstrap/bootstrap-objects.generated.json: the objects that a v1.36 API
 * server makes when it starts on an empty store, in a compact form that policy.ts reads.
 *
 * In: a folder with `clusterroles.jsonl`, `clusterrolebindings.jsonl`, `roles.jsonl`,
 * `rolebindings.jsonl`, `flowschemas.jsonl`, `prioritylevelconfigurations.jsonl`,
 * `priorityclasses.jsonl`, `apiservices.jsonl` of a fresh cluster (argument 1).
 * Run: `node scripts/generate/bootstrap-objects.mjs FOLDER`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = process.argv[2];
if (source === undefined) throw new Error('usage: bootstrap-objects.mjs FOLDER');
const read = (name) =>
  readFileSync(join(source, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const list = (values) => (values === undefined ? '-' : values.join(','));

/** `verbs|groups|resources`, then `|resourceNames` and `|nonResourceURLs` where there are any. */
function ruleText({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) {
  const parts = [list(verbs), list(apiGroups), list(resources)];
  if (resourceNames !== undefined || nonResourceURLs !== undefined) parts.push(list(resourceNames));
  if (nonResourceURLs !== undefined) parts.push(list(nonResourceURLs));
  return parts.join('|');
}

const aggregatePrefix = 'rbac.authorization.k8s.io/aggregate-to-';

function aggregatesTo({ labels = {} }) {
  const label = Object.keys(labels).find((key) => key.startsWith(aggregatePrefix));
  return label === undefined ? undefined : label.slice(aggregatePrefix.length);
}

const subjectText = ({ kind, name, namespace }) =>
  kind === 'ServiceAccount' ? `ServiceAccount:${namespace}/${name}` : `${kind}:${name}`;

const qualified = ({ name, namespace }) =>
  namespace === undefined ? name : `${namespace}/${name}`;

const roles = (name) =>
  Object.fromEntries(
    read(name).map(({ metadata, rules, aggregationRule }) => [
      qualified(metadata),
      {
        ...(aggregatesTo(metadata) && { aggregateTo: aggregatesTo(metadata) }),
        // The rules of an aggregated role are those of the roles it selects.
        ...(aggregationRule ? { aggregated: true } : { rules: (rules ?? []).map(ruleText) }),
      },
    ]),
  );

const bindings = (name) =>
  Object.fromEntries(
    read(name).map(({ metadata, roleRef, subjects }) => [
      qualified(metadata),
      [`${roleRef.kind}:${roleRef.name}`, ...(subjects ?? []).map(subjectText)],
    ]),
  );

const specs = (name) =>
  Object.fromEntries(read(name).map(({ metadata, spec }) => [metadata.name, spec]));

const objects = {
  clusterRoles: roles('clusterroles'),
  clusterRoleBindings: bindings('clusterrolebindings'),
  roles: roles('roles'),
  roleBindings: bindings('rolebindings'),
  flowSchemas: specs('flowschemas'),
  priorityLevels: specs('prioritylevelconfigurations'),
  priorityClasses: Object.fromEntries(
    read('priorityclasses').map(({ metadata, value, description }) => [
      metadata.name,
      { value, description },
    ]),
  ),
  apiServices: Object.fromEntries(
    read('apiservices').map(({ metadata, spec }) => [
      metadata.name,
      [spec.group ?? '', spec.version, spec.groupPriorityMinimum, spec.versionPriority],
    ]),
  ),
};

const folder = '../../src/cluster/control-plane/kube-apiserver/bootstrap/';
const target = new URL(`${folder}bootstrap-objects.generated.json`, import.meta.url);
writeFileSync(fileURLToPath(target), `${JSON.stringify(objects, undefined, 1)}\n`);
