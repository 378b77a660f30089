/**
 * The chains of one pod: `cali-tw-…` for what goes to it, `cali-fw-…` for what comes from it.
 *
 * Models felix/rules/endpoints.go endpointIptablesChain: replies are accepted by the connection's
 * state; then the policies of the tier `default`; where no policy governs the direction, the
 * profiles of the pod's namespace and service account allow everything.
 */
import type { Chains, Match, Rule } from '#cluster/node/os/netfilter';
import { formatLabelSelector } from '#k8s.io/apimachinery/labels';
import {
  accept,
  acceptMark,
  clearMark,
  comment,
  drop,
  isClear,
  jump,
  passMark,
  returnIf,
  returnIfAccepted,
  setMark,
} from './marks.ts';
import { groupChainName, limitedName } from './names.ts';
import type { CalicoPolicy } from './network-policies.ts';
import { type Direction, policyChainName } from './policy-chains.ts';
import { fromPodChain, toPodChain } from './static-chains.ts';

/** A pod of this node. */
export interface Workload {
  readonly interfaceName: string;
  readonly namespace: string;
  readonly serviceAccount: string;
  /** The policies that select it, in the order in which they are asked. */
  readonly policies: readonly CalicoPolicy[];
}

const groupPrefixes = { ingress: 'cali-gi-', egress: 'cali-go-' } as const;
/** In a group's chain, a verdict is looked for after so many policies. */
const returnStride = 5;

export function workloadChains(workload: Workload): Chains {
  const { interfaceName } = workload;
  return new Map<string, readonly Rule[]>([
    ...profileChains(workload),
    ...directionChains(workload, 'ingress', `${toPodChain}${interfaceName}`, []),
    ...directionChains(workload, 'egress', `${fromPodChain}${interfaceName}`, noTunnels),
  ]);
}

/** A tunnel out of a pod could go round the policies for what it carries. */
const noTunnels: readonly Rule[] = [
  {
    protocol: 'udp',
    matches: [
      comment('Drop VXLAN encapped packets originating in workloads'),
      { match: 'multiport', dports: [4789] },
    ],
    target: drop,
  },
  {
    protocol: 'ipencap',
    matches: [comment('Drop IPinIP encapped packets originating in workloads')],
    target: drop,
  },
];

function directionChains(
  workload: Workload,
  direction: Direction,
  chain: string,
  first: readonly Rule[],
): Chains {
  const groups = policyGroups(workload.policies, direction);
  const rules: Rule[] = [
    { matches: [ctState('RELATED', 'ESTABLISHED')], target: accept },
    { matches: [ctState('INVALID')], target: drop },
    { matches: [], target: clearMark(acceptMark | passMark) },
    ...first,
  ];
  if (groups.length > 0) {
    rules.push({ matches: [comment('Start of tier default')], target: clearMark(passMark) });
    for (const group of groups) {
      rules.push(jump(group.chain, isClear(passMark)));
      rules.push(returnIfAccepted('Return if policy accepted'));
    }
    rules.push({
      matches: [comment('Drop if no policies passed packet'), isClear(passMark)],
      target: drop,
    });
  }
  for (const profile of profilesOf(workload)) {
    rules.push(jump(profileChainName(direction, profile)));
    rules.push(returnIfAccepted('Return if profile accepted'));
  }
  rules.push({ matches: [comment('Drop if no profiles matched')], target: drop });
  const own = groups.flatMap(({ chain: name, rules: of }) =>
    of === undefined ? [] : [[name, of]],
  );
  return new Map([...(own as [string, readonly Rule[]][]), [chain, rules]]);
}

const ctState = (...states: readonly ('RELATED' | 'ESTABLISHED' | 'INVALID')[]): Match => ({
  match: 'conntrack',
  states,
});

interface PolicyGroup {
  readonly chain: string;
  /** Absent: it is the chain of a single policy. */
  readonly rules?: readonly Rule[];
}

/** Neighbours with the same selector share a chain. */
function policyGroups(
  policies: readonly CalicoPolicy[],
  direction: Direction,
): readonly PolicyGroup[] {
  const groups: CalicoPolicy[][] = [];
  for (const policy of policies) {
    if (policy[direction] === undefined) continue;
    const last = groups.at(-1);
    if (last?.[0] !== undefined && selectorOf(last[0]) === selectorOf(policy)) last.push(policy);
    else groups.push([policy]);
  }
  return groups.map((group) => groupOf(group, direction));
}

function groupOf(group: readonly CalicoPolicy[], direction: Direction): PolicyGroup {
  const chains = group.map((policy) => policyChainName(direction, policy));
  const [only = ''] = chains;
  if (chains.length === 1) return { chain: only };
  const names = group.map(({ name }) => name).join('\n');
  const verdict: Match = { match: 'mark', not: true, mark: 0, mask: acceptMark | passMark };
  return {
    chain: groupChainName(groupPrefixes[direction], names),
    rules: chains.flatMap((chain, index) => {
      if (index % returnStride !== 0) return [jump(chain, isClear(acceptMark | passMark))];
      const stop = index === 0 ? [] : [returnIf(comment('Return on verdict'), verdict)];
      return [...stop, jump(chain)];
    }),
  };
}

const selectorOf = ({ namespace, selector }: CalicoPolicy): string =>
  `${namespace} ${formatLabelSelector(selector)}`;

const profilesOf = ({ namespace, serviceAccount }: Workload): readonly string[] => [
  `kns.${namespace}`,
  `ksa.${namespace}.${serviceAccount}`,
];

const profileChainName = (direction: Direction, profile: string): string =>
  limitedName(direction === 'ingress' ? 'cali-pri-' : 'cali-pro-', profile);

/** The profile of a namespace allows everything, that of a service account says nothing. */
function profileChains(workload: Workload): Chains {
  const directions: readonly Direction[] = ['ingress', 'egress'];
  return new Map(
    directions.flatMap((direction) =>
      profilesOf(workload).map((profile): [string, readonly Rule[]] => {
        const matches = [comment(`Profile ${profile} ${direction}`)];
        const rule = profile.startsWith('kns.')
          ? { matches, target: setMark(acceptMark) }
          : { matches };
        return [profileChainName(direction, profile), [rule]];
      }),
    ),
  );
}
