import { beforeAll, describe, expect, it, vi } from 'vitest';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { sourceOf } from '#facts/details/source-of';
import type { StoryMessage, Telling } from '#facts/telling';
import page from '#i18n/en.json' with { type: 'json' };
import { locales } from '#i18n/preferred-locale';
import english from '#i18n/story/en.json' with { type: 'json' };
import { learn } from '#i18n/t';
import { beatAt } from '#player/beat-here';
import { captionInLog } from '#player/caption-in-log';
import { tellingAt } from '#player/telling-in-log';
import { TraceLog } from '#player/trace-log';
import { findScenario } from '#scenarios/index';
import { allTours } from '#scenarios/tours/all-tours';
import { driveOf, type Tour } from '#scenarios/tours/tour';
import type { Recording } from '#worker/protocol';
import { runRecording } from '#worker/run-recording';
import { plainLine } from './plain-line.ts';
import { translateWith } from './telling.ts';

/** Some runs are long, and the machine may have other work. */
vi.setConfig({ testTimeout: 60_000 });

const words = { ...page, ...english };
learn(words);
const translate = translateWith(words);
const read = (message: StoryMessage): string => plainLine(translate(message));

function playOf(recording: Recording): TraceLog {
  const log = new TraceLog();
  for (const { facts } of runRecording(recording, allParts)) {
    log.append(facts.slice(log.facts.length));
  }
  return log;
}

const typed = (...lines: readonly string[]): TraceLog =>
  playOf({
    scenario: 'create-deployment',
    seed: 1,
    inputs: lines.map((line, index) => ({
      at: seconds(30 + 30 * index),
      kind: 'command',
      line,
      user: 'admin',
    })),
  });

/** Commands, and what is typed while the last of them runs. */
const session = (commands: readonly string[], lines: readonly string[]): TraceLog =>
  playOf({
    scenario: 'create-deployment',
    seed: 1,
    inputs: [
      ...commands.map((line, index) => {
        const at = seconds(30 + 30 * index);
        return { at, kind: 'command', line, user: 'admin', terminal: true } as const;
      }),
      ...lines.map((line, index) => ({
        at: seconds(30 + 30 * commands.length + 10 * index),
        kind: 'stdin' as const,
        command: commands.length - 1,
        typed:
          line === '^C'
            ? ({ kind: 'interrupt' } as const)
            : ({ kind: 'text', text: `${line}\n` } as const),
      })),
    ],
  });

const tellingsOf = (log: TraceLog): readonly Telling[] =>
  log.beats.map((beat) => tellingAt(log, beat) ?? expect.fail(`beat ${beat.index} has none`));

const linesOf = (log: TraceLog): readonly string[] => tellingsOf(log).map(({ line }) => read(line));

const textsOf = ({ line, why, whatIf, help, changed }: Telling): readonly string[] => [
  ...[line, why, whatIf, help].flatMap((message) =>
    message === undefined ? [] : [translate(message)],
  ),
  ...changed.map(({ text }) => ('literal' in text ? text.literal : translate(text))),
];

/** A hole without a value, or an id without words. */
const unfilled = /(?<!\{)\{\w+[|}]|\bundefined\b|\bNaN\b|\[object Object|\bstory\.[a-z]/;

const problemsOf = (telling: Telling): readonly string[] => {
  const line = translate(telling.line);
  const named = [...line.matchAll(/\[\[(\w+)\|/g)].map(([, name = '']) => name);
  const missing = named.filter((name) => (telling.anchors[name] ?? '') === '');
  const own = textsOf({ ...telling, changed: [] });
  return [
    ...own.filter((text) => unfilled.test(text)),
    ...(plainLine(line).split(/\s+/).length > 30 ? [`too long: ${line}`] : []),
    ...missing.map((name) => `${name} is nowhere: ${line}`),
    ...(telling.cast.length === 0 || telling.cast.includes('') ? [`no cast: ${line}`] : []),
    ...(textsOf(telling).slice(1).includes(line) ? [`said twice: ${line}`] : []),
  ];
};

describe('the default walk', () => {
  const log = typed('kubectl create deployment nginx --image=nginx --replicas=3');

  it('has a line of at most thirty words for each beat, in its own words', () => {
    const tellings = tellingsOf(log);
    expect(tellings).toHaveLength(27);
    for (const { line } of tellings) {
      expect(line.id).toMatch(/^story\./);
      expect(read(line).split(/\s+/).length, read(line)).toBeLessThanOrEqual(30);
    }
  });

  it('has for each beat what changed, why, and what if not', () => {
    for (const { changed, why, whatIf, line } of tellingsOf(log)) {
      expect([changed.length > 0, why, whatIf], line.id).not.toContain(undefined);
      expect(changed.length, line.id).toBeGreaterThan(0);
    }
  });

  it('has numbers of this run', () => {
    const [lines, count] = [linesOf(log), (text: string) => expect.stringContaining(text)];
    expect(lines[3]).toEqual(count('revision 315'));
    expect(lines[13]).toEqual(count('597 points'));
    expect(lines[15]).toEqual(count('494'));
    expect(lines[20]).toEqual(count('10.244.0.2'));
    expect(lines[21]).toEqual(count('All three sandboxes'));
  });
});

describe('a failure', () => {
  it('that validation finds names the field and the fact that nothing is stored', () => {
    const lines = linesOf(typed('kubectl create deployment nginx --image=nginx --replicas=-1'));
    expect(lines[2]).toMatch(/spec\.replicas.*422, and nothing is stored/);
  });

  it('of a person whom no rule allows names that person, also with --as, and what would help', () => {
    const log = typed('kubectl create deployment nginx --image=nginx --as=dev');
    const told = tellingsOf(log).find(({ line }) => line.id === 'story.403.line');
    expect(told && read(told.line)).toContain('no rule lets dev create deployments: 403');
    expect(told?.help && translate(told.help)).toContain('create deployments --as=dev');
    expect(told?.whatIf).toBeUndefined();
  });

  it('of kubectl itself is told with its error, also where the command has ended', () => {
    const log = typed('kubectl apply -f web.yaml');
    const told = 'kubectl apply -f web.yaml stops here: error: the path "web.yaml" does not exist';
    expect(linesOf(log).at(-1)).toContain(told);
    const ended = log.facts.findLast(({ type }) => type === 'CommandExited')?.id ?? 0;
    expect(beatAt({ log, depth: 'story' }, ended)).toBe(log.beats.at(-1));
    expect(beatAt({ log, depth: 'events' }, ended)).toBeUndefined();
  });

  it('that comes again and again counts how often', () => {
    const lines = linesOf(typed('kubectl run crash --image=busybox -- sh -c "exit 3"'));
    expect(lines).toContainEqual(expect.stringContaining('ends with code 3'));
    expect(lines.at(-1)).toMatch(/ended \d+ times now/);
  });

  it('of a quota is told with the quota’s name', () => {
    const lines = linesOf(
      typed(
        'kubectl create quota two --hard=pods=2',
        'kubectl create deployment nginx --image=nginx --replicas=3',
      ),
    );
    expect(lines).toContainEqual(expect.stringContaining('the quota two is used up'));
  });
});

describe('the beginning of a command', () => {
  it.each([
    ['kubectl get nodes', 'kubectl first works on your own machine.'],
    ['ls', 'ls is a command of your own machine.'],
    ['kubectl get nodes | wc -l', 'the shell on your own machine reads the line first.'],
    ['cat <<A | kubectl apply -f -\nA', 'the shell on your own machine reads the line first.'],
  ])('is not in the cluster yet: %j', (line, expected) => {
    const log = typed(line);
    const fact = log.facts.findLast(({ type }) => type === 'CommandEntered');
    expect(fact && translate(captionInLog(log, fact))).toContain(expected);
  });
});

describe('the end of a command', () => {
  const endOf = (line: string): string => {
    const log = typed(line);
    const exit = log.facts.findLast(({ type }) => type === 'CommandExited');
    return exit === undefined ? '' : translate(captionInLog(log, exit));
  };

  it('says that its work goes on where it has asked for a change, and only there', () => {
    expect(endOf('kubectl create deployment nginx --image=nginx')).toBe(
      'kubectl exits with code **0**. What it started continues without it.',
    );
    expect(endOf('kubectl get nodes')).toBe('kubectl ends with code **0**.');
  });

  it('names another program of the person’s machine, which asks the API server nothing', () => {
    expect(endOf('echo hello')).toBe('echo ends with code **0**.');
    const told = tellingsOf(typed('echo hello')).at(-1);
    expect(told && read(told.line)).toBe('echo prints hello.');
    expect(told?.cast).not.toContain('kube-apiserver');
    const log = typed('echo hello');
    const own = log.factsOf('person/echo').flatMap((id) => log.fact(id) ?? []);
    expect(own.map((fact) => sourceOf(fact)?.label)).toEqual([undefined, undefined]);
  });
});

describe('what kubectl prints', () => {
  const deployment = 'kubectl create deployment nginx --image=busybox -- httpd -f';
  const endOf = (...lines: readonly string[]): readonly string[] =>
    tellingsOf(typed(...lines))
      .slice(-3)
      .map(({ line }) => read(line));
  const whyOf = (line: string): string => {
    const why = tellingsOf(typed(deployment, line)).at(-1)?.why;
    return why === undefined ? '' : translate(why);
  };

  it('of a command in a container comes from there, by the kubelet and the API server', () => {
    expect(endOf(deployment, 'kubectl exec deploy/nginx -- echo hello')).toEqual([
      'The API server does not reach into containers. It passes the request on to the kubelet of ' +
        'the Pod’s node.',
      'The kubelet has containerd start echo hello in the running container, beside the process ' +
        'that is there.',
      'kubectl prints hello, as the program in the container wrote it.',
    ]);
    // A table of a program is none of the API server.
    expect(endOf(deployment, 'kubectl exec deploy/nginx -- ps').at(-1)).toMatch(
      /^kubectl prints \d lines, as the program in the container wrote them\.$/,
    );
    expect(whyOf('kubectl exec deploy/nginx -- ps')).toContain('from containerd to the kubelet');
    expect(endOf(deployment, 'kubectl exec deploy/nginx -- sh -c "exit 3"').at(-1)).toBe(
      'kubectl prints command terminated with exit code 3: the program in the container has failed.',
    );
    expect(endOf(deployment, 'kubectl port-forward deploy/nginx 8080:80').at(-1)).toBe(
      'kubectl prints Forwarding from 127.0.0.1:8080 -> 80.',
    );
  });

  it('answers in a session what is typed there, line by line', () => {
    const exec = 'kubectl exec -it deploy/nginx -- sh';
    const log = session([deployment, exec], ['hostname', 'cd /tmp', 'ls /nosuch /', 'exit 3']);
    const [prompt, ...told] = tellingsOf(log).slice(-10);
    expect(prompt && read(prompt.line)).toMatch(/^The program in the container shows its prompt/);
    expect(told.map(({ line }) => read(line))).toEqual([
      'You type hostname. kubectl sends it through the API server to the program in the container.',
      expect.stringMatching(/^The program in the container writes nginx-\S+\. It comes back/),
      expect.stringMatching(/^You type cd \/tmp\./),
      expect.stringMatching(/^The program has written nothing\. Its prompt is back/),
      expect.stringMatching(/^You type ls \/nosuch \/\./),
      expect.stringMatching(/^The program in the container writes \d+ lines\./),
      expect.stringMatching(/^You type exit 3\./),
      expect.stringMatching(/^What you typed has come back/),
      expect.stringMatching(/^kubectl prints command terminated with exit code 3: the program/),
    ]);
    // Each line goes the way of a command.
    const chapters = log.beats.slice(-9).map(({ last }) => log.chapters[log.steps[last]!.chapter]!);
    expect(chapters.slice(0, 4).map(({ id }) => id)).toEqual([
      ...['command', 'kubelet'],
      ...['command', 'kubelet'],
    ]);
    // Why is told once.
    expect(told.filter(({ why }) => why?.id === 'story.typed.why')).toHaveLength(1);
    for (const telling of told) expect(problemsOf(telling)).toEqual([]);
  });

  it('ends with kubectl where Ctrl-C reaches no program in a container', () => {
    const told = tellingsOf(session([deployment, 'kubectl get pods -w'], ['^C'])).at(-1);
    expect(told && read(told.line)).toBe('You press Ctrl-C, and kubectl ends.');
  });

  it('of logs comes from a file of the node; the Pods of a selector are told once', () => {
    const scaled = 'kubectl create deployment nginx --image=nginx --replicas=2';
    const log = typed(scaled, 'kubectl logs -l app=nginx --prefix');
    const told = tellingsOf(log).slice(-2);
    expect(read(told[0]!.line)).toMatch(/^Logs are not in etcd\. The API server passes/);
    expect(read(told[1]!.line)).toMatch(/^kubectl prints \d+ lines of the container’s log\.$/);
    expect(told[1]!.why && translate(told[1]!.why)).toContain('a file on the node');
  });

  it('is its own before it has asked the API server, and stored nowhere after a dry run', () => {
    expect(endOf('kubectl config view').at(-1)).toMatch(
      /^kubectl prints \d+ lines without asking the API server/,
    );
    const dry = (how: string): string => deployment.replace(' -- ', ` --dry-run=${how} -- `);
    expect(endOf(dry('client')).at(-1)).toBe(
      'kubectl prints deployment.apps/nginx created (dry run) without asking the API server.',
    );
    expect(endOf(dry('server')).at(-1)).toContain('stored nothing: that is a dry run');
    expect(whyOf('kubectl get pods')).toContain('answers from its records');
  });

  it('is a refusal only where the API server has refused', () => {
    const refused = endOf('kubectl get pods nosuch').at(-1);
    expect(refused).toContain('prints the API server’s refusal');
    expect(endOf('kubectl get podz').at(-1)).toMatch(/^kubectl get podz stops here: /);
  });

  it('is the answer to a question that nobody stores', () => {
    const [sent] = tellingsOf(typed('kubectl auth can-i create pods')).slice(-3);
    expect(sent && read(sent.line)).toContain('an object that is answered and never stored');
    expect(sent?.why && translate(sent.why)).toContain('SelfSubjectAccessReview');
  });
});

describe('a connection of a program in a container', () => {
  const ready = findScenario('everyday')?.readyAt ?? 0;
  const lines = [
    'kubectl run web --image=nginx --expose --port=80',
    'kubectl run client --image=busybox -- sleep 3600',
    'kubectl exec client -- wget -qO- web',
    'kubectl exec client -- wget -qO- nosuch',
    'kubectl delete pod web',
    'kubectl exec client -- wget -qO- web',
  ];
  const inputs = lines.map(
    (line, index) =>
      ({ at: ready + seconds(20 * index), kind: 'command', line, user: 'admin' }) as const,
  );
  const told = tellingsOf(playOf({ scenario: 'everyday', seed: 1, inputs }));
  const withId = (id: string): readonly Telling[] => told.filter(({ line }) => line.id === id);

  it('begins with a name, which CoreDNS knows or does not', () => {
    expect(withId('story.dns.line').map(({ line }) => read(line))[0]).toMatch(
      /^CoreDNS is asked for web\.default\.svc\.cluster\.local and answers 10\.96\.\d+\.\d+\.$/,
    );
    // One beat for all search paths.
    const [unknown, ...others] = withId('story.dns.unknown.line');
    expect(unknown && read(unknown.line)).toContain('knows no such name: NXDOMAIN');
    expect(unknown?.help && translate(unknown.help)).toContain('name.namespace');
    expect(others).toEqual([]);
  });

  it('gets the address of a Pod in the place of the Service’s, on the sender’s node', () => {
    const [nat] = withId('story.nat.pod.line');
    expect(nat && read(nat.line)).toMatch(/^In the kernel of node-\d a rule replaces .* Pod web, /);
    expect(nat?.changed).toMatchObject([
      { sign: '-', text: { literal: expect.stringMatching(/ > 10\.96\.[\d.]+:80$/) } },
      { sign: '+', text: { literal: expect.stringMatching(/ > 10\.244\.[\d.]+:80$/) } },
    ]);
    expect(nat?.why && translate(nat.why)).toContain('kube-proxy writes rules');
  });

  it('is rejected at once where no Pod stands behind the Service', () => {
    const [rejected] = withId('story.rejected.line');
    expect(rejected && read(rejected.line)).toContain('The sender hears of it at once');
    expect(rejected?.help && translate(rejected.help)).toContain('kubectl get endpointslices');
    expect(read(told.at(-2)!.line)).toContain('Connection refused');
    expect(read(told.at(-1)!.line)).toContain('the program in the container has failed');
    for (const each of told) expect(problemsOf(each)).toEqual([]);
  });
});

describe('Pods that come to the same at the same time', () => {
  const pod = (name: string): string =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: { containers: [{ name: 'web', image: 'nginx' }] },
    });

  it('are told together where the words would be the same', () => {
    const input = { at: seconds(30), kind: 'command', user: 'admin' } as const;
    const line = 'kubectl apply -f -';
    const stdin = ['a', 'b', 'c'].map(pod).join('\n---\n');
    const inputs = [{ ...input, line, stdin }];
    const lines = linesOf(playOf({ scenario: 'create-deployment', seed: 1, inputs }));
    expect(lines.filter((told) => told.includes('nothing of the Pod runs'))).toHaveLength(1);
    expect(lines.filter((told, index) => told === lines[index - 1])).toEqual([]);
  });
});

const storyIn = import.meta.glob<Record<string, string>>('../../i18n/story/*.json', {
  import: 'default',
  eager: true,
});
const pageIn = import.meta.glob<Record<string, string>>('../../i18n/*.json', {
  import: 'default',
  eager: true,
});
const languages = locales.map((locale) => ({
  locale,
  say: translateWith({
    ...words,
    ...pageIn[`../../i18n/${locale}.json`],
    ...storyIn[`../../i18n/story/${locale}.json`],
  }),
}));

/** Words put together wrongly: stuck to a name, a counter twice, marks around nothing. */
const slip = new RegExp(
  [
    '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}][A-Za-z0-9]',
    '[A-Za-z0-9][\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}]',
    '個個|个个|\\*{4}|\\[\\[\\w+\\|\\]\\]|\\(\\)|（）',
    '[:：] ?[.。](?!\\w)|\\w \\.(?=\\s|$)',
  ].join('|'),
  'u',
);
/** What is quoted has its own manner. */
const quotes = ({ id }: StoryMessage): boolean => /print|output|typed|told/i.test(id);

/** All that the beats and the captions of a run say. */
const messagesOf = (log: TraceLog): readonly StoryMessage[] => [
  ...tellingsOf(log).flatMap(({ line, why, whatIf, help, changed }) => [
    ...[line, why, whatIf, help].filter((message) => message !== undefined),
    ...changed.flatMap(({ text }) => ('literal' in text ? [] : [text])),
  ]),
  ...log.steps.flatMap(({ fact: id }) => {
    const fact = log.fact(id);
    if (fact === undefined) return [];
    const { params = {}, ...caption } = captionInLog(log, fact);
    return [{ ...caption, params }];
  }),
];

const gallery = import.meta.glob<Tour>('../../scenarios/gallery/*/scenario.ts', {
  import: 'tour',
  eager: true,
});

describe.each([...allTours, ...Object.values(gallery)])('the run of $id', (tour) => {
  let log = new TraceLog();

  beforeAll(() => {
    const inputs = driveOf(tour, findScenario(tour.scenario)?.readyAt ?? 0);
    log = playOf({ scenario: tour.scenario, seed: 1, inputs });
  });

  it('is told at every beat, with all holes filled and never the same line twice in a row', () => {
    const tellings = tellingsOf(log);
    expect(tellings.flatMap(problemsOf)).toEqual([]);
    const lines = tellings.map(({ line }) => read(line));
    expect(lines.filter((line, index) => line === lines[index - 1])).toEqual([]);
  });

  it.each(languages)('is put together as one writes in $locale', ({ say }) => {
    const said = new Set(messagesOf(log).flatMap((each) => (quotes(each) ? [] : [say(each)])));
    expect([...said].filter((text) => slip.test(plainLine(text)) || slip.test(text))).toEqual([]);
  });
});

describe.each(Object.entries(storyIn))('the words in %s', (_, catalog) => {
  it('have the keys and the marks of the English ones', () => {
    expect(Object.keys(catalog).sort()).toEqual(Object.keys(english).sort());
    const marksOf = (text: string): readonly string[] =>
      [...text.matchAll(/\[\[(\w+)\|/g)].map(([, name = '']) => name).sort();
    for (const [id, text] of Object.entries(english)) {
      expect(marksOf(catalog[id] ?? ''), id).toEqual(marksOf(text));
    }
  });
});
