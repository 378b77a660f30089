/**
 * Links that once hung the worker or ended its run, or could: each as the page opens it, with
 * words that the page shows when the run is over.
 */
import { writeInputs } from '#app/shared-inputs';
import { second } from '#base/sim-time';
import { readHostAction } from '#trace/host-words';
import type { TimedInput } from '#worker/protocol';

export interface HostileLink {
  readonly about: string;
  readonly inputs: readonly TimedInput[];
  /** Stand in the terminal or the caption at the end of the run. */
  readonly says: readonly string[];
}

/** When the machines are up; the next command comes when the one before it has its answer. */
const first = 30 * second;

type Line = string | readonly [line: string, stdin: string];

const typed = (lines: readonly Line[], seconds: number): readonly TimedInput[] =>
  lines.map((given, index): TimedInput => {
    const [line, stdin] = typeof given === 'string' ? [given] : given;
    const at = first + index * seconds * second;
    return { at, kind: 'command', user: 'admin', line, ...(stdin !== undefined && { stdin }) };
  });

const letters = 'a'.repeat(40);
const stars = `${'*a'.repeat(30)}b`;

/** Commands of a container that runs, each a second after the one before it. */
const inContainer = (...commands: readonly string[]): readonly TimedInput[] => {
  const run = 'kubectl run bb --image=busybox:1.36 -- sleep 9999';
  const wait = 'kubectl wait --for=condition=Ready pod/bb --timeout=60s';
  const later = typed(
    commands.map((command) => `kubectl exec bb -- ${command}`),
    1,
  );
  const after = 40 * second;
  return [...typed([run, wait], 1), ...later.map((each) => ({ ...each, at: each.at + after }))];
};

const ten = '[1,2,3,4,5,6,7,8,9,10]';
const nested = [...'abcdefgh'].reduce((inner, name) => `${ten}.all(${name}, ${inner})`, 'true');

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          a: {type: string, pattern: '^(a+)+$'}
          b: {type: string, x-kubernetes-validations: [{rule: '${nested}'}]}
`;
/** The pattern alone: with the costly rule the definition is refused. */
const patterned = definition.replace(/\n *b: .*/, '');
const thing = `apiVersion: example.com/v1
kind: Thing
metadata: {name: t}
a: ${letters}!
b: x
`;
const many = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: many}
spec:
  replicas: 2147483647
  podManagementPolicy: Parallel
  serviceName: many
  selector: {matchLabels: {a: many}}
  template: {metadata: {labels: {a: many}}, spec: {containers: [{name: a, image: nginx:1.27}]}}
`;

const host = (...actions: readonly string[]): readonly TimedInput[] =>
  actions.map((words, index) => {
    const action = readHostAction(words);
    return { at: first + index * second, kind: 'host', action };
  });

export const hostileLinks: readonly HostileLink[] = [
  {
    about: 'patterns that backtrack, and programs without an end',
    inputs: inContainer(
      `sh -c "echo ${letters}! | grep -E '^(a+)+$'"`,
      `sh -c "echo ${letters}! | sed -E 's/^(a+)+$/b/'"`,
      `sh -c 'case ${letters} in ${stars}) echo yes;; *) echo no match;; esac'`,
      'sh -c "seq 1 100000000; echo $?"',
      "sh -c 'x=aaaaaaaa; while true; do x=$x$x; done'",
      "sh -c 'f() { f | f & }; f; sleep 2'",
      "sh -c 'echo still here'",
    ),
    says: ['no match', 'still here'],
  },
  {
    about: 'a pattern of a definition that backtracks',
    inputs: typed(
      [
        ['kubectl apply -f -', patterned],
        'kubectl wait --for=condition=Established crd --all --timeout=10s',
        ['kubectl apply -f -', thing.replace('b: x\n', '')],
      ],
      5,
    ),
    says: [`should match '^(a+)+$'`],
  },
  {
    about: 'rules of a definition that cost too much',
    inputs: typed(
      [
        ['kubectl apply -f -', definition],
        'kubectl wait --for=condition=Established crd --all --timeout=10s',
        ['kubectl apply -f -', thing],
      ],
      5,
    ),
    says: ['estimated rule cost exceeds budget by factor of', 'resource mapping not found'],
  },
  {
    about: 'looks at a host that never end, and clocks of another age',
    inputs: host(
      'look 1 while true; do :; done',
      'look 1 seq 1 Infinity',
      'skew_clock 1 Infinity',
      'skew_clock 1 9000000000000',
    ),
    says: ['skew_clock 1 9000000000000'],
  },
  {
    about: 'two billion replicas, and sixteen exbibytes',
    inputs: typed(
      [
        ['kubectl apply -f -', many],
        'kubectl create quota big --hard=requests.memory=16Ei',
        'kubectl get quota big -o jsonpath={.spec.hard}',
        'kubectl delete statefulset many --cascade=orphan',
        'kubectl get nodes',
      ],
      1,
    ),
    says: ['16Ei', 'node-3'],
  },
];

/** What follows the page's address. */
export const addressOfLink = async ({ inputs }: HostileLink): Promise<string> =>
  `?seed=7&lang=en#${await writeInputs(inputs)}`;
