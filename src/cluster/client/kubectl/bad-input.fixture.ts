/** Random command lines and manifests, right and wrong, for the property tests of bad input. */
import fc from 'fast-check';
import type { Command } from './command.ts';
import { flagsOf } from './command-line/find-command.ts';
import type { FlagSpec } from './command-line/flag-spec.ts';
import { kubectlCommand } from './commands.ts';

/** Words that some command knows, and words that no command knows. */
const words = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...'pods pod po deploy deployment/web pods/web web svc nodes node-1 all nope default a=b a- app=web cm,secret pods/web/x events services ns view crd x. / deployments.apps widgets web=nginx:1.28 *=nginx -'.split(
        ' ',
      ),
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
);

const values: Readonly<Record<FlagSpec['type'], fc.Arbitrary<string>>> = {
  string: fc.oneof(
    fc.constantFrom(
      ...'web nginx yaml json name wide client server none app=web a in (b) {.spec} jsonpath={.metadata.name} custom-columns=A:.kind condition=Ready delete default x=y -'.split(
        ' ',
      ),
    ),
    words,
  ),
  bool: fc.constantFrom('true', 'false', 'x'),
  int: fc.oneof(fc.constantFrom('0', '1', '3', '-1', 'x', ''), fc.integer().map(String)),
  duration: fc.constantFrom('1s', '0', '2m', 'x', '-1s'),
  stringSlice: fc.oneof(words, fc.constantFrom('a,b', '-', 'cpu=1', 'nginx')),
  stringArray: words,
};

interface Leaf {
  readonly path: readonly string[];
  readonly command: Command;
}

const leavesOf = (command: Command, path: readonly string[]): readonly Leaf[] => [
  ...(command.run === undefined ? [] : [{ path, command }]),
  ...(command.subcommands ?? []).flatMap((sub) => leavesOf(sub, [...path, sub.name])),
];

const leaves = leavesOf(kubectlCommand, []);

const flagWords = (specs: readonly FlagSpec[]): fc.Arbitrary<readonly string[]> =>
  fc.constantFrom(...specs).chain(({ name, type, noValue, shorthand }) =>
    values[type].map((value) => {
      if (noValue !== undefined && value === 'true') return [`--${name}`];
      if (shorthand !== undefined && value.length % 2 === 0) return [`-${shorthand}`, value];
      return [`--${name}=${value}`];
    }),
  );

/** A command with its own arguments and flags, and sometimes an unknown flag. */
export const commandLines: fc.Arbitrary<readonly string[]> = fc
  .constantFrom(...leaves)
  .chain(({ path, command }) => {
    const specs = [...flagsOf(command).values()].filter(({ name }) => name !== 'help');
    const own = specs.filter(({ simulated }) => simulated !== false);
    const given = own.filter(({ required }) => required === true);
    const needed = given.map(({ name, type }) => values[type].map((value) => `--${name}=${value}`));
    return fc
      .tuple(
        fc.array(words, { maxLength: 3 }),
        fc.array(flagWords(own), { maxLength: 3 }),
        fc.tuple(...needed),
        fc.option(fc.array(words, { maxLength: 2 }), { freq: 6 }),
        fc.option(
          fc.string({ maxLength: 8 }).map((text) => `--${text}`),
          { freq: 12 },
        ),
      )
      .map(([args, flags, must, dash, broken]) => [
        ...path,
        ...args,
        ...must,
        ...flags.flat(),
        ...(broken === null ? [] : [broken]),
        ...(dash === null ? [] : ['--', ...dash]),
      ]);
  });

const metadata = { name: 'web' };
const container = { name: 'c', image: 'nginx' };
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } };
const selector = { matchLabels: { app: 'web' } };

const manifests: readonly object[] = [
  { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [container] } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'b' } },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { ports: [{ port: 80 }], selector: { app: 'web' } },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: { replicas: 2, selector, template },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata,
    spec: { serviceName: 'w', selector, template },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata,
    spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata,
    spec: { minAvailable: 1, selector },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata,
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
  },
  { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { pods: '9' } } },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata,
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata,
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata,
    spec: {
      schedule: '* * * * *',
      jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
    },
  },
];

/** Another value at a random place of an object. */
function changedAt(value: unknown, path: readonly number[], other: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return other;
  const keys = Object.keys(value);
  if (keys.length === 0) return other;
  const key = keys[step % keys.length] ?? '';
  const inner = changedAt((value as Record<string, unknown>)[key], rest, other);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  return { ...value, [key]: inner };
}

const objects = fc
  .tuple(
    fc.constantFrom(...manifests),
    fc.option(
      fc.tuple(fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }), fc.jsonValue({ maxDepth: 2 })),
      { freq: 3 },
    ),
  )
  .map(([object, change]) => (change === null ? object : changedAt(object, change[0], change[1])));

/** Text with some characters put in, taken out or repeated. */
const broken = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(text.length),
      fc.nat(6),
      fc.oneof(
        fc.string({ maxLength: 4 }),
        fc.constantFrom(':', '\n', '\t', '- ', '{', '*', '&a ', '---\n', '"'),
      ),
    )
    .map(([at, gone, extra]) => text.slice(0, at) + extra + text.slice(at + gone));

/** Block YAML without a library: one member a line. */
function yamlOf(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return ` ${JSON.stringify(value) ?? 'null'}\n`;
  }
  const lines = Object.entries(value).map(([key, inner]) => {
    const name = Array.isArray(value)
      ? '-'
      : `${/^[\w./-]+$/.test(key) ? key : JSON.stringify(key)}:`;
    return `${indent}${name}${yamlOf(inner, `${indent}  `)}`;
  });
  return `\n${lines.join('')}`;
}

const texts = fc
  .tuple(objects, fc.boolean())
  .map(([object, json]) => (json ? JSON.stringify(object) : yamlOf(object, '').trimStart()));

/** One or two documents, whole or broken, or any text at all. */
export const manifestTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 4, arbitrary: texts.chain(broken) },
  { weight: 1, arbitrary: fc.tuple(texts, texts).map(([a, b]) => `${a}\n---\n${b}`) },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);
