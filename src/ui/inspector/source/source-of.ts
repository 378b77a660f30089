/**
 * Where Kubernetes v1.36.3 does what a fact tells: permalinks at the tag, the most telling first.
 * A fact whose place was not read in that source has none.
 */
import type { Fact } from '#trace/trace-event';
import {
  byCall,
  byCommand,
  byController,
  byPlugin,
  byProgram,
  byScorePlugin,
  bySyncStep,
  byType,
  type Citation,
} from './places.ts';

export interface SourcePlace {
  readonly url: string;
  /** `schedule_one.go: findNodesThatFitPod`. */
  readonly label: string;
  /** Below the repository. */
  readonly path: string;
  /** The function, method or constant to look for in the file. */
  readonly symbol: string | undefined;
}

const kubernetes = 'https://github.com/kubernetes/kubernetes/blob/v1.36.3/';
const plugins = 'https://github.com/containernetworking/plugins/blob/v1.9.1/';

/** The place for a fact; `undefined` when none is known. */
export const sourceOf = (fact: Fact): SourcePlace | undefined => sourcesOf(fact)[0];

/** All places for a fact, each once: what decided first, then the frame around it. */
export function sourcesOf(fact: Fact): readonly SourcePlace[] {
  if (fact.type === 'CniStep') {
    const bridge: Citation = ['plugins/main/bridge/bridge.go', 'cmdAdd'];
    return fact.plugin === 'bridge' ? [placeOf(plugins, bridge)] : [];
  }
  const frame = (byType as Readonly<Record<string, Citation>>)[fact.type];
  const cited = [...decidersOf(fact), ...(frame === undefined ? [] : [frame])];
  const places = new Map<string, SourcePlace>();
  for (const citation of cited) {
    const place = placeOf(kubernetes, citation);
    if (!places.has(place.label)) places.set(place.label, place);
  }
  return [...places.values()];
}

const forbidden: Citation = [
  'staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go',
  'ForbiddenStatusError',
];

/** The plugins, steps and controllers that a fact names. */
function decidersOf(fact: Fact): readonly Citation[] {
  switch (fact.type) {
    case 'ComponentStarted':
    case 'ComponentStopped': {
      const program = fact.component.slice(fact.component.lastIndexOf('/') + 1);
      return known([byProgram[program], byController[program]]);
    }
    case 'ResponseSent':
      return fact.code === 403 ? [forbidden] : [];
    case 'CriCalled':
    case 'CriReturned':
      return known([byCall[fact.method]]);
    case 'PodSyncStep':
      return known([bySyncStep[fact.step]]);
    case 'SyncStarted':
    case 'SyncFinished':
    case 'DecisionMade':
    case 'ExpectationsSet':
      return known([byController[fact.component.slice(fact.component.lastIndexOf('/') + 1)]]);
    case 'CommandParsed':
      return known([byCommand[fact.command]]);
    case 'ManifestGenerated':
      return fact.object.kind === 'Deployment' ? known([byCommand['create deployment']]) : [];
    case 'Authorized':
      return known(fact.tried.toReversed().map(({ authorizer }) => byPlugin[authorizer]));
    case 'Authenticated':
      return known(fact.tried.slice(-1).map(({ authenticator }) => byPlugin[authenticator]));
    case 'Mutated':
    case 'Admitted':
      return known(
        fact.plugins
          .filter(({ outcome }) => outcome === 'changed' || outcome === 'denied')
          .map(({ plugin }) => byPlugin[plugin]),
      );
    case 'NodesFiltered':
      return known(
        fact.nodes.map(({ feasible, plugin }) => (feasible ? undefined : byPlugin[plugin])),
      );
    case 'NodesScored':
      return known(fact.nodes.slice(0, 1).flatMap((node) => scoredBy(node.plugins)));
    default:
      return [];
  }
}

const scoredBy = (
  terms: readonly { readonly plugin: string; readonly weighted: number }[],
): readonly (Citation | undefined)[] =>
  terms
    .filter(({ weighted }) => weighted !== 0)
    .map(({ plugin }) => byScorePlugin[plugin] ?? byPlugin[plugin]);

const known = (citations: readonly (Citation | undefined)[]): readonly Citation[] =>
  citations.filter((citation) => citation !== undefined);

function placeOf(repository: string, [path, symbol]: Citation): SourcePlace {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const label = symbol === undefined ? file : `${file}: ${symbol}`;
  return { url: repository + path, label, path, symbol };
}
