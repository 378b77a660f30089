/** The API server's checks of a pod's scheduling fields, with the messages of v1.36.3. */
import { describe, expect, it } from 'vitest';
import type { NodeSelectorTerm, Pod, PodSpec } from '#k8s.io/api/core/v1';
import { defaultPodSpec } from '#k8s.io/api/defaults/pod';
import { fieldErrorMessage } from '#k8s.io/apimachinery/field-error';
import { podStrategy } from './strategy.ts';

const requiredKey = 'requiredDuringSchedulingIgnoredDuringExecution';

function pod(spec: object, labels: Readonly<Record<string, string>> = {}): Pod {
  const containers = [{ name: 'a', image: 'i' }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'p',
      namespace: 'default',
      uid: 'u',
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels,
    },
    spec: defaultPodSpec({ containers, ...spec } as PodSpec),
  } as Pod;
}

const refusals = (spec: object): readonly string[] =>
  podStrategy.validate(pod(spec)).map(fieldErrorMessage);

const changed = (before: object, after: object): readonly string[] =>
  podStrategy.validateUpdate(pod(after), pod(before)).map(fieldErrorMessage);

const spread = (part: object) => ({
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', ...part },
  ],
});

const affinity = (...nodeSelectorTerms: readonly NodeSelectorTerm[]) => ({
  affinity: { nodeAffinity: { [requiredKey]: { nodeSelectorTerms } } },
});

const terms = `spec.affinity.nodeAffinity.${requiredKey}.nodeSelectorTerms`;

const refused: readonly (readonly [string, object, readonly string[]])[] = [
  [
    'a smallest number of domains is for constraints that bind',
    spread({ minDomains: 2 }),
    [
      'spec.topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use minDomains if ' +
        'whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway',
    ],
  ],
  [
    'a node policy is one of two',
    spread({ nodeTaintsPolicy: 'Maybe' }),
    [
      'spec.topologySpreadConstraints[0].nodeTaintsPolicy: Unsupported value: "Maybe": ' +
        'supported values: "Honor", "Ignore"',
    ],
  ],
  [
    'label keys extend a selector',
    spread({ matchLabelKeys: ['pod-template-hash'] }),
    [
      'spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when ' +
        'labelSelector is not set',
    ],
  ],
  [
    'the only field of a node to choose by is its name, one at a time',
    affinity({
      matchFields: [
        { key: 'spec.x', operator: 'In', values: ['a'] },
        { key: 'metadata.name', operator: 'In', values: ['a', 'b'] },
        { key: 'metadata.name', operator: 'Exists' },
      ],
    }),
    [
      `${terms}[0].matchFields[0].key: Invalid value: "spec.x": not a valid field selector key`,
      `${terms}[0].matchFields[1].values: Required value: must be only one value when \`operator\` ` +
        "is 'In' or 'NotIn' for node field selector",
      `${terms}[0].matchFields[2].operator: Invalid value: "Exists": not a valid selector operator`,
    ],
  ],
  [
    'a toleration of every key says so',
    { tolerations: [{ value: 'b' }] },
    [
      'spec.tolerations[0].operator: Invalid value: "": operator must be Exists when `key` is ' +
        'empty, which means "match all values and all keys"',
    ],
  ],
  [
    'a gated pod has no node, and each gate one name',
    { nodeName: 'node-1', schedulingGates: [{ name: 'a' }, { name: 'a' }] },
    [
      'spec.schedulingGates[1]: Duplicate value: "a"',
      'spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared',
    ],
  ],
];

describe('a pod is refused', () => {
  it.each(refused)('%s', (_name, spec, texts) => {
    expect(refusals(spec)).toEqual(texts);
  });
});

describe('a gated pod', () => {
  const schedulingGates = [{ name: 'a' }, { name: 'b' }];
  const nodeSelector = { disk: 'ssd' };
  const os = { key: 'os', operator: 'Exists' } as const;

  it('loses its gates one by one and gets no new ones', () => {
    expect(changed({ schedulingGates }, { schedulingGates: [{ name: 'b' }] })).toEqual([]);
    expect(changed({ schedulingGates }, {})).toEqual([]);
    const added = { schedulingGates: [...schedulingGates, { name: 'c' }] };
    expect(changed({ schedulingGates }, added)).toEqual([
      'spec.schedulingGates[2].name: Forbidden: only deletion is allowed, but found new ' +
        "scheduling gate 'c'",
    ]);
    expect(changed({}, { schedulingGates: [{ name: 'c' }] })).toEqual([
      'spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new ' +
        "scheduling gate 'c'",
    ]);
  });

  it('says since when it has been held back', () => {
    const made = podStrategy.prepareForCreate(pod({ schedulingGates })) as Pod;
    expect(made.status?.conditions).toEqual([
      {
        type: 'PodScheduled',
        status: 'False',
        lastProbeTime: null,
        lastTransitionTime: '2026-01-01T00:00:00Z',
        reason: 'SchedulingGated',
        message: 'Scheduling is blocked due to non-empty scheduling gates',
      },
    ]);
  });

  it('may be sent to fewer nodes, not to others', () => {
    const gated = { schedulingGates, nodeSelector };
    expect(changed(gated, { ...gated, nodeSelector: { ...nodeSelector, a: 'b' } })).toEqual([]);
    expect(changed(gated, { ...gated, nodeSelector: { disk: 'hdd' } })).toEqual([
      'spec.nodeSelector: Invalid value: {"disk":"hdd"}: only additions to spec.nodeSelector are ' +
        'allowed (no mutations or deletions)',
    ]);
    expect(changed({ nodeSelector }, { nodeSelector: { ...nodeSelector, a: 'b' } })).toHaveLength(
      1,
    );
  });

  it('may get more to match in each term of its node affinity', () => {
    const gated = { schedulingGates, ...affinity({ matchExpressions: [os] }) };
    const arch = { key: 'arch', operator: 'Exists' } as const;
    const more = { ...gated, ...affinity({ matchExpressions: [os, arch] }) };
    expect(changed(gated, more)).toEqual([]);
    expect(changed({ schedulingGates }, gated)).toEqual([]);
    expect(changed(gated, { ...gated, ...affinity({ matchExpressions: [arch] }) })).toEqual([
      `${terms}[0]: Invalid value: {"MatchExpressions":[{"Key":"arch","Operator":"Exists",` +
        '"Values":null}],"MatchFields":null}: only additions are allowed (no mutations or ' +
        'deletions)',
    ]);
    expect(changed(gated, { schedulingGates })).toEqual([
      `${terms}: Invalid value: []: no additions/deletions to non-empty NodeSelectorTerms list ` +
        'are allowed',
    ]);
  });
});

describe('the label keys of a pod', () => {
  it('are written into its selectors with its own values', () => {
    const labels = { hash: 'x', tenant: 't' };
    const term = {
      topologyKey: 'zone',
      labelSelector: { matchLabels: { app: 'a' } },
      matchLabelKeys: ['hash', 'none'],
    };
    const apart = { ...term, mismatchLabelKeys: ['tenant'] };
    const made = podStrategy.prepareForCreate(
      pod({ ...spread(term), affinity: { podAntiAffinity: { [requiredKey]: [apart] } } }, labels),
    ) as Pod;
    const like = { key: 'hash', operator: 'In', values: ['x'] };
    expect(made.spec.topologySpreadConstraints?.[0]?.labelSelector).toEqual({
      matchLabels: { app: 'a' },
      matchExpressions: [like],
    });
    expect(made.spec.affinity?.podAntiAffinity?.[requiredKey]?.[0]?.labelSelector).toEqual({
      matchLabels: { app: 'a' },
      matchExpressions: [like, { key: 'tenant', operator: 'NotIn', values: ['t'] }],
    });
  });
});
