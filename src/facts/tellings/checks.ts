/** The tellings of the API server's checks of a request, and of its answers. */
import type { FactOf } from '#trace/facts';
import type { ChangedLine, Telling } from '../telling.ts';
import { grouped, podWords } from '../words.ts';
import { outerRoom, podOnNode } from './anchors.ts';
import { messageLines } from './client.ts';
import { changed, type Draft, literal, type StoryId, telling } from './compose.ts';
import { isByKubectl, objectOfRequest, refusalOf, sentOf } from './objects.ts';
import { first, type TellingRun } from './telling-run.ts';

const api = 'kube-apiserver';
const stations = {
  api,
  who: `${api}/authenticate`,
  flow: `${api}/flow-control`,
  may: `${api}/authorize`,
  mutate: `${api}/mutate`,
  validate: `${api}/validate`,
  admission: `${api}/mutate ${api}/validate`,
};

export function ofAuthenticated(fact: FactOf<'Authenticated'>, run: TellingRun): Telling {
  return refused('story.401', 'authenticate', run, {
    params: { n: fact.tried.length },
    anchors: { api, who: stations.who },
  });
}

export function ofFlowRejected(fact: FactOf<'FlowControlled'>, run: TellingRun): Telling {
  return refused('story.429', 'flow-control', run, {
    params: { level: fact.priorityLevel, seats: fact.seats ?? 0 },
    anchors: { api, flow: stations.flow },
    terms: ['flow-control'],
  });
}

export function ofAuthorized(fact: FactOf<'Authorized'>, run: TellingRun): Telling {
  const who = first(run.request, 'Authenticated');
  const asked = first(run.request, 'RequestInfoResolved');
  const flow = first(run.request, 'FlowControlled');
  // With `--as` it is the other user who may or may not.
  const user = (first(run.request, 'Impersonated') ?? who)?.user ?? '';
  const params = {
    user,
    verb: asked?.verb ?? '',
    resource: asked?.ref.resource.split('.')[0] ?? '',
    authorizer: fact.tried.at(-1)?.authorizer ?? '',
    level: flow?.priorityLevel ?? '',
  };
  if (!fact.allowed) {
    return refused('story.403', 'authorize', run, {
      params,
      anchors: { api, may: stations.may },
      terms: ['rbac'],
    });
  }
  const masters = params.authorizer === 'system:masters';
  return telling({
    // The certificate of these words is the reader's own.
    line: masters && isByKubectl(run) ? 'story.allowed.masters.line' : 'story.allowed.line',
    why: masters ? 'story.allowed.masters.why' : 'story.allowed.why',
    whatIf: 'story.allowed.if',
    params,
    anchors: { api, who: stations.who, may: stations.may },
    cast: [
      outerRoom(sentOf(run)?.component ?? 'kubectl'),
      ...[api, stations.who, stations.flow, stations.may],
    ],
    changed: [
      changed('story.changed.user', {
        user,
        groups: (first(run.request, 'Impersonated') ?? who)?.groups.join(', ') ?? '',
      }),
      changed('story.changed.level', { level: params.level }),
      changed('story.changed.allowed'),
    ],
    terms: ['flow-control'],
  });
}

export function ofAdmitted(fact: FactOf<'Admitted'>, run: TellingRun): Telling {
  if (fact.plugins.some(({ outcome }) => outcome === 'denied')) return ofDenied(fact, run);
  const mutated = first(run.request, 'Mutated');
  const filled = filledBy(run);
  const changes = countOf(mutated, 'changed');
  const topicOf = () => {
    if (filled.length === 0) return changes > 0 ? 'mutated' : 'nothing';
    return changes > 0 ? 'changed' : 'plain';
  };
  return telling({
    line: `story.admitted.${topicOf()}.line`,
    why: 'story.admitted.why',
    whatIf: 'story.admitted.if',
    params: {
      n: filled.length,
      changes,
      all: fact.plugins.length,
      first: countOf(mutated, 'changed') + countOf(mutated, 'passed'),
      second: countOf(fact, 'passed'),
    },
    anchors: { api, mutate: stations.mutate, admission: stations.admission },
    cast: [api, stations.mutate, stations.validate],
    changed: filled.slice(0, 3).map((path) => literal(path, '+')),
    terms: ['admission', 'mutating-validating'],
  });
}

const countOf = (
  fact: { readonly plugins: readonly { readonly outcome: string }[] } | undefined,
  outcome: string,
): number => fact?.plugins.filter((each) => each.outcome === outcome).length ?? 0;

/** The fields that the defaults filled in: fields of the object that were not sent. */
function filledBy(run: TellingRun): readonly string[] {
  const defaulted = first(run.request, 'Defaulted')?.object;
  const sent = sentOf(run);
  // A patch carries only what is to change: what it lacks may have been there before.
  if (defaulted === undefined || sent?.method !== 'POST') return [];
  const given = leavesOf(sent.body);
  const own = /^(metadata|status|apiVersion|kind)/;
  return [...leavesOf(defaulted)]
    .filter(([path]) => !given.has(path) && !own.test(path))
    .map(([path, value]) => `${path}: ${value}`);
}

function leavesOf(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path, String(value)]]);
  if (Object.keys(value).length === 0) return new Map([[path, '{}']]);
  const within = path === '' ? '' : `${path}.`;
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...leavesOf(inner, within + name)]),
  );
}

/** A plugin, a policy or a webhook that refuses. */
export function ofDenied(fact: FactOf<'Mutated' | 'Admitted'>, run: TellingRun): Telling {
  const plugin = fact.plugins.find(({ outcome }) => outcome === 'denied')?.plugin ?? '';
  const webhook = run.request.find(
    (each): each is FactOf<'WebhookCalled'> => each.type === 'WebhookCalled' && each.stops,
  );
  const failed = webhook?.outcome === 'failed';
  const topic = failed
    ? 'story.webhookDown'
    : webhook === undefined
      ? 'story.denied'
      : 'story.webhook';
  const station = fact.type === 'Mutated' ? 'mutate' : 'validate';
  return refused(topic, station, run, {
    params: { plugin, webhook: webhook?.webhook ?? '' },
    anchors: { api, check: `${api}/${station}` },
    terms: ['admission'],
  });
}

export function ofInvalid(fact: FactOf<'Validated'>, run: TellingRun): Telling {
  const [error = ''] = fact.errors;
  const field = error.split(':', 1)[0] ?? '';
  return refused(fact.errors.length > 1 ? 'story.422.many' : 'story.422', 'validate', run, {
    params: { field, n: fact.errors.length },
    anchors: { api, check: stations.validate },
    terms: ['admission'],
    changed: fact.errors.map((each) => literal(each, '-')),
  });
}

type Refusal =
  | 'story.401'
  | 'story.403'
  | 'story.429'
  | 'story.422'
  | 'story.422.many'
  | 'story.denied'
  | 'story.webhook'
  | 'story.webhookDown';

/**
 * A station that refuses: what the request was, who refused, that nothing was stored, and what a
 * person can do.
 */
function refused(
  topic: Refusal,
  station: string,
  run: TellingRun,
  {
    params = {},
    anchors,
    terms = [],
    changed: own,
  }: Pick<Draft, 'params' | 'anchors' | 'terms' | 'changed'>,
): Telling {
  const sent = sentOf(run);
  const plain = topic === 'story.422.many' ? 'story.422' : topic;
  const lines: readonly ChangedLine[] = own ?? messageLines(refusalOf(run)?.message ?? '');
  return telling({
    line: `${topic}.line` as StoryId,
    why: `${plain}.why` as StoryId,
    help: `${plain}.help` as StoryId,
    params: { object: objectOfRequest(sent, run), ...params },
    anchors,
    cast: [outerRoom(sent?.component ?? 'kubectl'), api, `${api}/${station}`],
    changed: lines,
    terms,
  });
}

/** A kubelet that refuses a Pod that was bound to it. */
export function ofKubeletRefusal(fact: FactOf<'PodAdmitted'>): Telling {
  const node = fact.component.split('/')[0] ?? '';
  return telling({
    line: 'story.notAdmitted.line',
    why: 'story.notAdmitted.why',
    whatIf: 'story.notAdmitted.if',
    params: {
      node,
      pod: podWords(fact.pod),
      reason: fact.reason,
      n: grouped(fact.handlers.length),
    },
    anchors: { kubelet: `${node}/kubelet`, pod: podOnNode(node, fact.pod) },
    cast: [`${node}/kubelet`, podOnNode(node, fact.pod)],
    changed: messageLines(fact.message),
    terms: ['kubelet'],
  });
}
