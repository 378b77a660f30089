/**
 * Addresses of the page: parameters, the typed inputs behind `#`, and a cluster of one's own.
 *
 * What a link asks for is read and, where it names a cluster, built; no run is begun.
 */
import fc from 'fast-check';
import { addressOf } from '#app/address';
import { opens } from '#app/opens';
import { otherVersion, readExtras, readInputs, writeInputs } from '#app/shared-inputs';
import { wellFormedText } from '#base/well-formed-text';
import { parameterNames } from '#embed/parameter-names';
import { readAddress } from '#embed/parameters';
import { readBreakpoints } from '#player/breakpoints';
import { buildCluster } from '#scenarios/built-cluster';
import { inputWords } from '#trace/input-words';
import { packText } from '#ui/share/deflate';
import type { FuzzKind } from '../fuzz-kind.ts';
import { anyText, damaged, pick } from '../inputs/pick.ts';

/** What is packed stands here as text. */
interface Link {
  readonly search: string;
  /** Whether what follows is packed as the page does it, under one of its prefixes. */
  readonly prefix: string;
  readonly hash: string;
}

const value = fc.oneof(
  pick(
    'create-deployment run-pod 1 0 -1 4294967295 4294967296 1e3 NaN% dark .. a..b 1.5s %E0%A4%A etcd',
  ),
  pick(
    'verb:create,component:x cluster gallery coverage speaker lessons/a.yaml //evil.example javascript:x',
  ),
  anyText,
  anyText.map((text) => encodeURIComponent(wellFormedText(text))),
);

const searches = fc
  .array(fc.tuple(fc.constantFrom(...parameterNames, 'present', '__proto__', ''), value), {
    maxLength: 5,
  })
  .map((pairs) => `?${pairs.map((pair) => pair.join('=')).join('&')}`);

const moments = fc.oneof(
  fc.nat(1e9),
  fc.constantFrom(-1, 0.5, 1e18, 86_400_000_000, 86_400_000_001, null, '1'),
);
const words = fc.oneof(
  pick(
    'stop_kubelet use_memory skew_clock put_manifest cut_node fail_device look help ip constructor',
  ),
  anyText,
);
const actions = fc
  .tuple(words, pick('1 node-1 x 0 -1 9e99'), words)
  .map((parts) => parts.join(' '));
const inputs = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(moments, anyText, pick('admin alice constructor')) },
    { weight: 3, arbitrary: fc.tuple(moments, actions) },
    { weight: 1, arbitrary: fc.tuple(moments, anyText, anyText, anyText) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  ),
  { maxLength: 4 },
);

const nodes = fc.array(
  fc.record(
    {
      name: pick('node-1 a A node-1 x.y constructor'),
      cpu: fc.oneof(pick('2 500m 0 -1 1e9 x 1Ei'), fc.integer()),
      memory: pick('4Gi 1Ki 0 99999999Ti x'),
      pods: fc.oneof(fc.nat(200), fc.constantFrom(-1, 1e9, '5')),
      labels: fc.dictionary(pick('a a/b / constructor'), pick('b x')),
      taints: fc.array(fc.record({ key: pick('a /'), effect: pick('NoSchedule x') })),
    },
    { requiredKeys: ['name', 'cpu', 'memory'] },
  ),
  { maxLength: 3 },
);
const clusters = fc.record(
  {
    version: fc.constantFrom(1, 1, 1, 2),
    nodes,
    users: fc.array(fc.record({ name: pick('eve admin a/b'), groups: fc.array(pick('dev a')) })),
    images: fc.array(
      fc.record({
        reference: pick('a.example/b:1 nginx x:y:z /'),
        program: pick('sh httpd pause x'),
        megabytes: fc.oneof(fc.nat(100), fc.constantFrom(-1, 1e12)),
      }),
    ),
    etcdMembers: fc.constantFrom(1, 3, 2, -1, 1e9),
    controlPlanes: fc.constantFrom(1, 3, 0, 1.5, 1e9),
    dns: fc.boolean(),
    authorizationModes: fc.array(pick('Node RBAC AlwaysAllow x')),
    admissionPlugins: fc.array(pick('AlwaysPullImages DenyAll constructor')),
  },
  { requiredKeys: ['version', 'nodes'] },
);
const wide = fc.record({
  inputs,
  cluster: fc.oneof(
    clusters.map((spec) => JSON.stringify(spec)),
    fc.json(),
    fc.jsonValue(),
  ),
  until: moments,
});

const packed = fc.oneof(
  fc.tuple(
    fc.constant('s=v1.'),
    fc.oneof(inputs, fc.jsonValue()).map((all) => JSON.stringify(all)),
  ),
  fc.tuple(
    fc.constant('s=w1.'),
    wide.map((all) => JSON.stringify(all)),
  ),
  fc.tuple(pick('s=v1. s=w1. s=v2. l=v1. s=v99. x'), anyText),
  fc.tuple(
    fc.constant('s=v1.'),
    inputs.chain((all) => damaged(JSON.stringify(all), '[ ] , " null 1 -')),
  ),
);

const links: fc.Arbitrary<Link> = fc.oneof(
  fc.tuple(searches, packed).map(([search, [prefix, hash]]) => ({ search, prefix, hash })),
  fc.tuple(searches, anyText).map(([search, hash]) => ({ search, prefix: '', hash })),
);

export const linkKind: FuzzKind<Link> = {
  inputs: links,
  open: () => async (link) => {
    const { search, prefix, hash } = link;
    const whole = prefix === '' ? `#${hash}` : `#${prefix}${await packText(hash)}`;
    const address = readAddress(search);
    const read = await readInputs(whole);
    const extras = await readExtras(whole);
    const built = extras.cluster === undefined ? undefined : buildCluster(extras.cluster);
    const problems = built?.ok === false ? built.error : [];
    const page = opens({ search, hash: whole }, false);
    const again = read === undefined ? '' : await writeInputs(read, extras);
    const actions = (read ?? []).map(inputWords);
    const { scenario, seed = 1, bp = '', ...place } = address;
    const recording = { scenario, seed, inputs: read ?? [] };
    const href = addressOf('https://own.example/x/', recording, {
      ...{ step: place.step, tour: place.tour, lesson: place.lesson, view: place.view },
      hash: again,
    });
    const said = [page, otherVersion(whole) ?? '', readBreakpoints(bp), problems, actions, href];
    return { said: JSON.stringify(said) };
  },
};
