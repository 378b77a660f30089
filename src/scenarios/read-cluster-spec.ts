/**
 * Reads the description of a cluster of one's own. In: what stands in a recording or a form. Out:
 * the description, or everything that is wrong with it, each with its place.
 */
import { err, ok, type Result } from '#base/result';
import {
  admissionPlugins,
  authorizationModes,
  bounds,
  type ClusterSpec,
  etcdSizes,
  imagePrograms,
  kubeProxyModes,
  networkPlugins,
  taintEffects,
} from './cluster-spec.ts';

export interface ClusterProblem {
  /** `nodes[2].memory` */
  readonly path: string;
  readonly message: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the JSON text of a recording. */
export function parseClusterSpec(text: string): Result<ClusterSpec, readonly ClusterProblem[]> {
  if (text.length > bounds.characters) {
    return err([{ path: '', message: `longer than ${bounds.characters} characters` }]);
  }
  try {
    return readClusterSpec(JSON.parse(text));
  } catch {
    return err([{ path: '', message: 'not JSON' }]);
  }
}

export function readClusterSpec(value: unknown): Result<ClusterSpec, readonly ClusterProblem[]> {
  const reader = new Reader();
  reader.cluster(value);
  // The reader has seen each field that the type names, and no other.
  return reader.problems.length === 0 ? ok(value as ClusterSpec) : err(reader.problems);
}

const name = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const userName = /^[a-zA-Z0-9][-._@:a-zA-Z0-9]{0,62}$/;
const labelValue = /^([A-Za-z0-9]([-._A-Za-z0-9]{0,61}[A-Za-z0-9])?)?$/;
const labelKey =
  /^([a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-._A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;
const imageReference =
  /^[a-z0-9][-._a-z0-9]*(:\d+)?(\/[a-z0-9][-._a-z0-9]*)*(:[A-Za-z0-9_][-._A-Za-z0-9]{0,127})?$/;

/** What is there or is not. */
const flags = [
  ...['dns', 'metricsServer', 'storage', 'loadBalancer', 'ingress', 'gateway'],
  ...['dynamicResources', 'clusterTrustBundles', 'packingScheduler'],
] as const;

/** The cluster's own. */
const takenUsers = ['admin', 'anon', 'kubernetes-admin'];

class Reader {
  readonly problems: ClusterProblem[] = [];

  cluster(value: unknown): void {
    const spec = this.#fields(value, '', [
      'version nodes users images etcdMembers controlPlanes dns metricsServer storage',
      'loadBalancer ingress gateway dynamicResources clusterTrustBundles packingScheduler',
      'networkPlugin kubeProxyMode authorizationModes admissionPlugins schedulerExtenders',
    ]);
    if (spec === undefined) return;
    if (spec['version'] !== 1) this.#say('version', 'must be 1, the one that this simulator reads');
    this.#nodes(spec['nodes']);
    this.#list(spec['users'], 'users', bounds.users, (user, path) => this.#user(user, path));
    this.#unique(spec['users'], 'users');
    this.#list(spec['images'], 'images', bounds.images, (image, path) => this.#image(image, path));
    const { etcdMembers } = spec;
    if (etcdMembers !== undefined && !etcdSizes.includes(etcdMembers as number)) {
      this.#say('etcdMembers', `must be ${etcdSizes.join(', ')}`);
    }
    this.#whole(spec['controlPlanes'], 'controlPlanes', bounds.controlPlanes);
    for (const key of flags) {
      const flag = spec[key];
      if (flag !== undefined && typeof flag !== 'boolean') this.#say(key, 'must be true or false');
    }
    this.#network(spec);
    this.#modes(spec['authorizationModes']);
    this.#words(spec['admissionPlugins'], 'admissionPlugins', admissionPlugins);
    this.#extenders(spec['schedulerExtenders']);
  }

  #network({ networkPlugin, kubeProxyMode }: Fields): void {
    if (networkPlugin !== undefined) this.#word(networkPlugin, 'networkPlugin', networkPlugins);
    if (kubeProxyMode !== undefined) this.#word(kubeProxyMode, 'kubeProxyMode', kubeProxyModes);
    if (networkPlugin === 'canal' && kubeProxyMode === 'ipvs') {
      this.#say('kubeProxyMode', 'ipvs together with canal is not simulated');
    }
  }

  #nodes(value: unknown): void {
    if (!Array.isArray(value) || value.length === 0) {
      this.#say('nodes', 'a cluster needs at least one node');
      return;
    }
    this.#list(value, 'nodes', bounds.nodes, (node, path) => this.#node(node, path));
    this.#unique(value, 'nodes');
  }

  #node(value: unknown, path: string): void {
    const node = this.#fields(value, path, ['name cpu memory pods labels taints']);
    if (node === undefined) return;
    this.#match(node['name'], `${path}.name`, name, 'must be a lowercase name such as node-1');
    const cpu = cpus(node['cpu']);
    if (!(cpu > 0 && cpu <= bounds.cpus)) {
      this.#say(`${path}.cpu`, `must be CPUs such as 2 or 500m, at most ${bounds.cpus}`);
    }
    const memory = bytes(node['memory']);
    if (!(memory >= 2 ** 28 && memory <= bounds.memoryBytes)) {
      this.#say(`${path}.memory`, 'must be a quantity such as 4Gi, from 256Mi to 4Ti');
    }
    this.#whole(node['pods'], `${path}.pods`, bounds.pods);
    this.#labels(node['labels'], `${path}.labels`);
    this.#list(node['taints'], `${path}.taints`, bounds.taints, (taint, at) =>
      this.#taint(taint, at),
    );
  }

  #taint(value: unknown, path: string): void {
    const taint = this.#fields(value, path, ['key value effect']);
    if (taint === undefined) return;
    this.#match(taint['key'], `${path}.key`, labelKey, 'must be a label key');
    if (taint['value'] !== undefined) {
      this.#match(taint['value'], `${path}.value`, labelValue, 'must be a label value');
    }
    this.#word(taint['effect'], `${path}.effect`, taintEffects);
  }

  #labels(value: unknown, path: string): void {
    if (value === undefined) return;
    const labels = this.#fields(value, path);
    if (labels === undefined) return;
    const entries = Object.entries(labels);
    if (entries.length > bounds.labels) this.#say(path, `at most ${bounds.labels}`);
    for (const [key, text] of entries) {
      this.#match(key, `${path}.${key}`, labelKey, 'must be a label key');
      this.#match(text, `${path}.${key}`, labelValue, 'must be a label value');
    }
  }

  #user(value: unknown, path: string): void {
    const user = this.#fields(value, path, ['name groups']);
    if (user === undefined) return;
    this.#match(user['name'], `${path}.name`, userName, 'must be a name such as alice');
    if (takenUsers.includes(String(user['name']))) this.#say(`${path}.name`, 'is taken');
    if (!Array.isArray(user['groups'])) this.#say(`${path}.groups`, 'must be a list');
    this.#list(user['groups'], `${path}.groups`, bounds.groups, (group, at) =>
      this.#match(group, at, userName, 'must be a name such as dev'),
    );
  }

  #image(value: unknown, path: string): void {
    const image = this.#fields(value, path, ['reference program megabytes']);
    if (image === undefined) return;
    const { reference, program, megabytes } = image;
    const says = 'must be an image reference such as app:1.0';
    this.#match(reference, `${path}.reference`, imageReference, says);
    this.#word(program, `${path}.program`, imagePrograms);
    if (megabytes === undefined) this.#say(`${path}.megabytes`, 'is missing');
    this.#whole(megabytes, `${path}.megabytes`, bounds.megabytes);
  }

  #extenders(value: unknown): void {
    const path = 'schedulerExtenders';
    this.#list(value, path, bounds.extenders, (extender, at) => this.#extender(extender, at));
    const all: readonly (Fields | null)[] = Array.isArray(value) ? value : [];
    if (all.filter((extender) => extender?.['bindVerb'] !== undefined).length > 1) {
      this.#say(path, 'only one extender can implement bind');
    }
  }

  #extender(value: unknown, path: string): void {
    const extender = this.#fields(value, path, [
      'urlPrefix filterVerb prioritizeVerb preemptVerb bindVerb weight nodeCacheCapable ignorable',
      'managedResources httpTimeout',
    ]);
    if (extender === undefined) return;
    const url = /^https?:\/\/[-.a-zA-Z0-9]{1,253}(:\d{1,5})?(\/[-./\w]{0,200})?$/;
    this.#match(
      extender['urlPrefix'],
      `${path}.urlPrefix`,
      url,
      'must be a URL with http or https',
    );
    for (const verb of ['filterVerb', 'prioritizeVerb', 'preemptVerb', 'bindVerb']) {
      if (extender[verb] === undefined) continue;
      this.#match(extender[verb], `${path}.${verb}`, /^[!-~]{1,500}$/, 'must be a path');
    }
    for (const flag of ['nodeCacheCapable', 'ignorable']) {
      const given = extender[flag];
      if (given !== undefined && typeof given !== 'boolean') {
        this.#say(`${path}.${flag}`, 'must be true or false');
      }
    }
    this.#whole(extender['weight'], `${path}.weight`, bounds.weight);
    if (extender['prioritizeVerb'] !== undefined && extender['weight'] === undefined) {
      this.#say(`${path}.weight`, 'must have a positive weight applied to it');
    }
    const { managedResources, httpTimeout } = extender;
    this.#list(managedResources, `${path}.managedResources`, bounds.resources, (resource, at) => {
      const named = this.#fields(resource, at, ['name']);
      if (named !== undefined) this.#match(named['name'], `${at}.name`, labelKey, 'must be a name');
    });
    this.#unique(managedResources, `${path}.managedResources`);
    if (httpTimeout === undefined) return;
    this.#match(httpTimeout, `${path}.httpTimeout`, /^[1-9]\d?s$/, 'must be seconds such as 5s');
  }

  #modes(value: unknown): void {
    if (value === undefined) return;
    this.#words(value, 'authorizationModes', authorizationModes);
    const modes: readonly unknown[] = Array.isArray(value) ? value : [];
    if (!modes.includes('RBAC') && !modes.includes('AlwaysAllow')) {
      const message = 'needs RBAC or AlwaysAllow, or nobody may do anything';
      this.#say('authorizationModes', message);
    }
  }

  #words(value: unknown, path: string, known: readonly string[]): void {
    this.#list(value, path, known.length, (word, at) => this.#word(word, at, known));
    if (Array.isArray(value) && new Set(value).size < value.length) {
      this.#say(path, 'names one twice');
    }
  }

  #word(value: unknown, path: string, known: readonly string[]): void {
    if (!known.includes(value as string)) this.#say(path, `must be one of ${known.join(', ')}`);
  }

  #whole(value: unknown, path: string, most: number): void {
    const good = Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;
    if (value !== undefined && !good) this.#say(path, `must be a whole number from 1 to ${most}`);
  }

  #match(value: unknown, path: string, pattern: RegExp, message: string): void {
    if (typeof value !== 'string' || !pattern.test(value)) this.#say(path, message);
  }

  #unique(value: unknown, path: string): void {
    const names = (Array.isArray(value) ? value : []).map((each: Fields | null) => each?.['name']);
    names.forEach((each, index) => {
      if (each !== undefined && names.indexOf(each) < index) {
        this.#say(`${path}[${index}].name`, 'is there already');
      }
    });
  }

  #list(
    value: unknown,
    path: string,
    most: number,
    read: (item: unknown, path: string) => void,
  ): void {
    if (value === undefined) return;
    if (!Array.isArray(value)) this.#say(path, 'must be a list');
    else if (value.length > most) this.#say(path, `at most ${most}`);
    else for (const [index, item] of value.entries()) read(item, `${path}[${index}]`);
  }

  #fields(value: unknown, path: string, known?: readonly string[]): Fields | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#say(path, 'must be an object');
      return undefined;
    }
    const names = known?.join(' ').split(' ');
    for (const key of Object.keys(value)) {
      if (names?.includes(key) === false)
        this.#say(path === '' ? key : `${path}.${key}`, 'unknown');
    }
    return value as Fields;
  }

  #say(path: string, message: string): void {
    this.problems.push({ path, message });
  }
}

function cpus(value: unknown): number {
  const [, number = '', milli] = /^(\d{1,6})(m)?$/.exec(String(value)) ?? [];
  return typeof value !== 'string' || number === '' ? 0 : Number(number) / (milli ? 1000 : 1);
}

const units: Readonly<Record<string, number>> = { '': 1, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** Bytes of a quantity; 0 for what is none. */
function bytes(value: unknown): number {
  const [, number = '', unit = ''] = /^(\d{1,15})(Ki|Mi|Gi|Ti)?$/.exec(String(value)) ?? [];
  if (typeof value !== 'string' || number === '') return 0;
  return Number(number) * (unit === 'Ti' ? 2 ** 40 : (units[unit] ?? 1));
}
