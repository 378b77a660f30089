/**
 * `node scripts/generate/go-tables.mjs`: writes what the Go modules of Kubernetes v1.36.3
 * answer to random inputs, as tables that our own code is held against: quantities, selectors,
 * patches, cron schedules, durations, JSONPath templates, regular expressions and CEL.
 *
 * In: a fixed seed; Go, and the modules that `go-tables/go.mod` names. Out: `fixtures/go-*.json`
 * beside the code; each a list of `[input, answer]`, where an answer has a `value` or an `error`.
 */
import fc from 'fast-check';
import { askGo, writeTable } from './ask-go.mjs';

const seed = 136;

const pick = (words) => fc.constantFrom(...words.split(' '));
const sample = (arbitrary, count) => {
  const known = new Set();
  return fc.sample(arbitrary, { seed, numRuns: 4 * count }).filter((input) => {
    const text = JSON.stringify(input);
    return known.size < count && known.size !== known.add(text).size;
  });
};
const joined = (...parts) => fc.tuple(...parts).map((texts) => texts.join(''));

const digits = fc.oneof(
  fc.nat(2000).map(String),
  fc.bigInt({ min: 0n, max: 10n ** 22n }).map(String),
  pick('0 00 007 1 9223372036854775807 9223372036854775808'),
);
const quantities = joined(
  fc.oneof({ weight: 4, arbitrary: fc.constant('') }, pick('- + --')),
  digits,
  fc.oneof({ weight: 3, arbitrary: fc.constant('') }, joined(fc.constant('.'), digits)),
  pick('n u m k M G T P E Ki Mi Gi Ti Pi Ei e3 E3 e-3 e20 K Zi i e').chain((suffix) =>
    fc.constantFrom(suffix, suffix, '', suffix),
  ),
);

const keys = pick('a b app tier a.example/b env A -a a- a/b/c é');
const values = pick('x y web 1 10 -1 A.b a_b -x x- é');
const requirements = fc.oneof(
  joined(keys, pick('= == != > < =! =~'), values),
  joined(fc.constantFrom('', '!', '! '), keys),
  fc
    .tuple(keys, pick('in notin IN'), fc.array(values, { maxLength: 3 }))
    .map(([key, how, list]) => `${key} ${how} (${list.join(',')})`),
);
const selectors = fc.record({
  selector: fc
    .tuple(
      fc.array(requirements, { maxLength: 3 }),
      fc.constantFrom(',', ', ', ',,', ' '),
      fc.constantFrom('', '', '', ','),
    )
    .map(([list, comma, end]) => list.join(comma) + end),
  sets: fc.array(fc.dictionary(pick('a b app tier a.example/b'), pick('x y web 1 10 5')), {
    minLength: 3,
    maxLength: 3,
  }),
});

const { pattern: patterns } = fc.letrec((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    pick(
      'a b ab . ^ $ \\d \\w+ \\bx [a-c] [^b] [[:alpha:]] \\pL \\x61 \\Qa.b\\E (?i)A é \\s [z-a] ' +
        '\\1',
    ),
    fc
      .tuple(tie('pattern'), pick('* + ? *? +? {2} {1,2} {0,} {2,1} ** {1001}'))
      .map(([a, b]) => a + b),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => a + b),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}|${b}`),
    fc.tuple(pick('( (?: (?P<n> (?<m> (?s: (?= (?!'), tie('pattern')).map(([a, b]) => `${a}${b})`),
  ),
}));
const regexps = fc.record({
  // Go has groups of one name since 1.26 or so; re2js does not.
  pattern: patterns.filter(
    (text) => new Set(text.match(/<[nm]>/g)).size === (text.match(/<[nm]>/g) ?? []).length,
  ),
  text: fc.array(pick('a b ab c x 1 A é . - aa'), { maxLength: 8 }).map((list) => list.join('')),
});

const names = pick('a b c/d e~f');
const scalars = fc.constantFrom(0, 1, true, '', 'x', null);
const { value: documents } = fc.letrec((tie) => ({
  value: fc.dictionary(names, tie('inner'), { minKeys: 1, maxKeys: 3 }),
  inner: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.array(tie('inner'), { maxLength: 3 }),
    fc.dictionary(names, tie('inner'), { maxKeys: 2 }),
  ),
}));
/** Pointers to everything in a document, and to places that are not there. */
function pointersInto(value, at = '') {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    pointersInto(each, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  const beside = Array.isArray(value) ? ['9', '-', '-1', '01', String(value.length)] : ['x'];
  return [at, ...inner, ...beside.map((key) => `${at}/${key}`)];
}

const operationsFor = (document) => {
  const pointers = fc.constantFrom(...pointersInto(document).filter((pointer) => pointer !== ''));
  const one = fc.oneof(
    fc.record({ op: pick('add replace test'), path: pointers, value: scalars }),
    fc.record({ op: pick('move copy'), from: pointers, path: pointers }),
    fc.record({ op: fc.constant('remove'), path: pointers }),
  );
  return fc.array(one, { minLength: 1, maxLength: 2 });
};
const json = documents.chain((document) =>
  operationsFor(document).map((patch) => ({ document, patch })),
);
const merge = fc.record({ document: documents, patch: documents });

const unique = (arbitrary, key, most) =>
  fc.uniqueArray(arbitrary, { maxLength: most, selector: (item) => item[key] });
const env = unique(fc.record({ name: pick('K L M'), value: pick('1 2') }), 'name', 3);
const ports = unique(
  fc.record({ containerPort: fc.constantFrom(80, 443, 8080), protocol: pick('TCP UDP') }),
  'containerPort',
  3,
);
const container = {
  name: pick('a b c'),
  image: pick('x:1 x:2'),
  env,
  ports,
  args: fc.array(pick('-v -x'), { maxLength: 2 }),
};
const containers = unique(fc.record(container, { requiredKeys: ['name'] }), 'name', 3);
const toleration = fc.record({ key: pick('a b'), operator: pick('Exists Equal') });
const pods = fc.record(
  {
    metadata: fc.record(
      {
        labels: fc.dictionary(pick('a b c'), pick('1 2')),
        finalizers: fc.uniqueArray(pick('a b c'), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
    spec: fc.record(
      {
        containers,
        tolerations: fc.array(toleration, { maxLength: 2 }),
        nodeSelector: fc.dictionary(pick('a b'), pick('1 2')),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/** With directives as clients write them: in lists of maps, in lists of words, and their order. */
const patchedContainers = fc
  .tuple(
    unique(
      fc.record(
        {
          ...container,
          image: fc.constantFrom('x:1', 'x:2', null),
          $patch: fc.constantFrom('delete', 'delete', 'replace'),
        },
        { requiredKeys: ['name'] },
      ),
      'name',
      3,
    ),
    fc.constantFrom('none', 'none', 'same', 'more'),
  )
  .map(([items, order]) => {
    const kept = items.filter(({ $patch }) => $patch === undefined).map(({ name }) => ({ name }));
    const others = ['b', 'a', 'c'].filter((name) => items.every((item) => item.name !== name));
    const more = order === 'more' ? others.map((name) => ({ name })) : [];
    const ordered = { '$setElementOrder/containers': [...more, ...kept] };
    return { containers: items, ...(order !== 'none' && kept.length > 0 && ordered) };
  });
const patches = fc
  .tuple(
    fc.option(patchedContainers, { nil: {} }),
    fc.record(
      {
        labels: fc.dictionary(pick('a b'), fc.constantFrom('1', null)),
        // Never what is deleted at the same time: then Go's answer depends on chance.
        finalizers: fc.uniqueArray(pick('a d'), { minLength: 1, maxLength: 2 }),
        '$deleteFromPrimitiveList/finalizers': fc.uniqueArray(pick('b c'), { minLength: 1 }),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        nodeSelector: fc.oneof(fc.constant(null), fc.dictionary(pick('a b'), pick('1 2'))),
        tolerations: fc.oneof(fc.constant(null), fc.array(toleration, { maxLength: 2 })),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([list, metadata, spec]) => ({ metadata, spec: { ...spec, ...list } }));
const strategic = fc.record({ kind: fc.constant('Pod'), document: pods, patch: patches });

const field = (low, high, words) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('*') },
    { weight: 3, arbitrary: fc.integer({ min: low, max: high + 1 }).map(String) },
    fc
      .tuple(fc.integer({ min: low, max: high }), fc.integer({ min: low, max: high }))
      .map(([a, b]) => `${a}-${b}`),
    fc.integer({ min: 0, max: 20 }).map((step) => `*/${step}`),
    pick(words),
  );
const crons = fc.record({
  schedule: fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(
          field(0, 59, '0,30 5/15 ? 1-5/2 60 -1'),
          field(0, 23, '0,12 9-17 ? 24'),
          field(1, 31, '1,15 ? L 31 0'),
          field(1, 12, 'jan JAN-MAR feb ? 13'),
          field(0, 6, 'mon MON-FRI sun ? 7 sun-sat'),
        )
        .map((fields) => fields.join(' ')),
    },
    pick('@hourly @daily @midnight @weekly @monthly @yearly @annually @never').map((word) => word),
    pick('1h 90s 1m30s 0s x -5m 500ms').map((word) => `@every ${word}`),
  ),
  from: fc.integer({ min: 1_767_225_600, max: 1_900_000_000 }),
});

const durations = fc.oneof(
  fc.integer({ min: -5, max: 700 }),
  fc.integer({ min: 0, max: 500_000 }),
  fc.integer({ min: 0, max: 500_000_000 }),
);

const object = {
  metadata: { name: 'web', labels: { 'a/b': 'c', app: 'x' } },
  spec: { replicas: 5, cpu: '1500m', ports: [80, 443], image: 'nginx:1.27', ratio: 0.5 },
  status: { ready: true, nothing: null, list: [{ a: 1, n: 'p' }, { a: 2, n: 'q' }, { n: 'r' }] },
};
// All members of a map have no order in Go, so a wildcard is only of lists here.
const steps = fc.oneof(
  pick('.metadata .name .labels .spec .ports .status .list .n .a .ready .nothing .missing'),
  pick(
    '.list[*] .ports[*] .status.list[*] .spec.ports[*] [0] [-1] [0:2] [1:] [:-1] [::2] [5] ' +
      "['name'] ['a/b'] [0,1] ..n ..a",
  ),
  pick('@.a==1 @.a>1 @.n=="q" @.a @.n!="p" @.x').map((test) => `[?(${test})]`),
);
const jsonpaths = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .array(steps, { minLength: 1, maxLength: 4 })
          .map((all) => `{${all.join('')}}`),
      },
      pick('{"\\n"} {\'x\'} - text {range {end} {.status.list[*].n} {@} {$}'),
      fc.constant('{range .status.list[*]}{.n}{"\\t"}{.a}{end}'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => ({ template: parts.join(''), object }));

const leaf = fc.oneof(
  pick('1 0 -1 5 2u 1.5 true false null "a" "" "1Gi" "10.0.0.0/8" "a,b,c" "x1y22" [] {} [1,2,3]'),
  pick(
    '["b","a"] {"a":1} object.spec.replicas object.spec.ports object.metadata.name object.missing',
  ),
  pick('object.status.list object.metadata.labels object.status.nothing object.spec.ratio b"x"'),
);
const grown = (inner) =>
  fc.oneof(
    fc.tuple(inner, pick('+ - * / % == != < <= > >= && || in'), inner).map((all) => all.join(' ')),
    fc
      .tuple(pick('! - size( int( string( double( type( dyn( uint( bool('), inner)
      .map(([op, a]) => (op.endsWith('(') ? `${op}${a})` : `${op}(${a})`)),
    fc.tuple(inner, inner, inner).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
    fc
      .tuple(
        inner,
        pick('size startsWith endsWith contains matches find findAll split join replace indexOf'),
        fc.array(inner, { maxLength: 2 }),
      )
      .map(([a, name, args]) => `(${a}).${name}(${args.join(', ')})`),
    fc
      .tuple(
        inner,
        pick('lowerAscii upperAscii trim sum min max isSorted charAt substring'),
        fc.array(pick('0 1 2'), { maxLength: 1 }),
      )
      .map(([a, name, args]) => `(${a}).${name}(${args.join(', ')})`),
    fc
      .tuple(
        inner,
        pick('all exists exists_one map filter'),
        fc.oneof(inner, pick('x>1 x==2 x x+1 x.a==1 x=="a"')),
      )
      .map(([a, macro, b]) => `(${a}).${macro}(x, ${b})`),
    fc.tuple(inner, inner).map(([a, b]) => `(${a})[${b}]`),
    pick(
      'has(object.spec) has(object.missing) object.spec.?cpu.orValue("x") ' +
        'quantity("1Gi").isGreaterThan(quantity("1M")) isQuantity("x") ip("::1").family() ' +
        'cidr("10.0.0.0/8").containsIP("10.1.1.1") url("https://a.b/c").getHost() ' +
        'sets.contains([1,2],[2]) "%d-%s".format([1,"a"])',
    ),
  );
const expressions = fc.oneof(grown(leaf), grown(grown(leaf)), grown(grown(leaf)));

const inputs = {
  quantities: sample(quantities, 400),
  selectors: sample(selectors, 300),
  regexps: sample(regexps, 400),
  json: sample(json, 300),
  merge: sample(merge, 100),
  strategic: sample(strategic, 300),
  crons: sample(crons, 300),
  durations: sample(durations, 150),
  jsonpaths: sample(jsonpaths, 400),
  cel: { object, expressions: sample(expressions, 800) },
};

const homes = {
  quantities: 'src/k8s.io/apimachinery/fixtures/go-quantities.json',
  selectors: 'src/k8s.io/apimachinery/fixtures/go-selectors.json',
  regexps: 'src/base/fixtures/go-regexps.json',
  json: 'src/k8s.io/apimachinery/fixtures/go-json-patches.json',
  merge: 'src/k8s.io/apimachinery/fixtures/go-merge-patches.json',
  strategic: 'src/k8s.io/apimachinery/fixtures/go-strategic-patches.json',
  crons: 'src/k8s.io/component-helpers/fixtures/go-crons.json',
  durations: 'src/k8s.io/apimachinery/fixtures/go-durations.json',
  jsonpaths: 'src/cluster/client/kubectl/printers/fixtures/go-json-paths.json',
  cel: 'src/k8s.io/apiserver/cel/fixtures/go-expressions.json',
};

const answers = askGo('go-tables', inputs);
for (const [kind, file] of Object.entries(homes)) {
  const given = kind === 'cel' ? inputs.cel.expressions : inputs[kind];
  writeTable(
    file,
    given.map((input, index) => [
      kind === 'jsonpaths' ? input.template : input,
      answers[kind][index],
    ]),
  );
}
