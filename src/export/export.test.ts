import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { captionOf } from '#facts/facts';
import type { TraceLog } from '#player/trace-log';
import { tour } from '#scenarios/tours/short-walk';
import { readHostAction } from '#trace/host-words';
import { auditLog } from './audit-log.ts';
import { chromeTrace } from './chrome-trace.ts';
import { kubectlScript } from './kubectl-script.ts';
import { mermaidSequence } from './mermaid.ts';
import { otlpJson } from './otlp.ts';
import { type Outline, outlineOf } from './outline.ts';
import { play, recording, words } from './played.fixture.ts';
import { transcriptHtml } from './transcript-html.ts';
import { transcriptMarkdown } from './transcript-markdown.ts';

let log: TraceLog;
let from = 0;
beforeAll(() => {
  log = play(recording);
  from = log.steps[0]?.fact ?? 0;
}, 60_000);

const titleOf = (fact: Parameters<typeof captionOf>[0]): string => words.text(captionOf(fact));
const head = { title: 'A run', about: 'About it', linkTo: (step: string) => `?step=${step}` };
const outline = (): Outline => outlineOf(log, (_, fact) => captionOf(fact));

describe('a transcript', () => {
  it('has one numbered item for every step, in order, with a link to it', () => {
    const text = transcriptMarkdown(outline(), head, words);
    const numbers = [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(log.steps.map(({ index }) => index + 1));
    for (const { id } of log.steps) expect(text).toContain(`](?step=${id})`);
    expect(transcriptHtml(outline(), head, words).match(/<li[ >]/g)).toHaveLength(log.steps.length);
  });

  it("quotes all of a command's output", () => {
    expect(transcriptMarkdown(outline(), head, words)).toMatch(/NAME +READY +STATUS/);
  });

  it('is outlined by the beats of a tour, each before its step', () => {
    const outline = outlineOf(log, (_, fact) => captionOf(fact), tour);
    const steps = outline.sections.flatMap((section) => section.steps.map(({ number }) => number));
    expect(steps).toEqual(log.steps.map(({ index }) => index + 1));
    const beats = outline.sections.flatMap(({ textId }) => textId ?? []);
    expect(beats[0]).toBe('short-walk.command.enter');
    expect(beats.at(-1)).toBe('short-walk.running.status');
  });

  it('asks where the tour asks, and answers after the last step', () => {
    const outline = outlineOf(log, (_, fact) => captionOf(fact), tour);
    const asked = outline.sections.flatMap(({ asks }) => asks ?? []);
    expect(asked.map(({ number }) => number)).toEqual(asked.map((_, index) => index + 1));
    expect(asked.length).toBeGreaterThan(1);
    const spoken = { ...words, tourText: (id: string) => (id.endsWith('.ask.3') ? '' : id) };
    for (const text of [
      transcriptHtml(outline, head, spoken),
      transcriptMarkdown(outline, head, spoken).replaceAll('\\', ''),
    ]) {
      const [questions = '', answers = ''] = text.split(words.text({ id: 'transcript.answers' }));
      expect(questions).not.toContain('.ask.why');
      for (const { words: id, right } of asked) {
        expect(questions).toContain(`${id}.ask.2`);
        expect(answers).toContain(`${id}.ask.${right}`);
      }
    }
  });

  it('keeps the texts of a hostile run as text', () => {
    const evil = '<img src=x onerror=alert(1)>';
    const step = { number: 1, id: `"${evil}`, component: evil, at: 0, beside: false };
    const text = { id: 'caption.CommandEntered', params: {} } as const;
    const bad: Outline = {
      stepCount: 1,
      sections: [{ steps: [{ ...step, text, printed: evil }] }],
    };
    const page = transcriptHtml(bad, { ...head, title: evil }, { ...words, text: () => evil });
    expect(page).not.toContain('<img');
    expect(transcriptMarkdown(bad, head, { ...words, text: () => evil })).toContain('\\<img');
  });
});

interface Event {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly id: number;
}

describe('a Chrome trace', () => {
  let events: readonly Event[] = [];
  beforeAll(() => {
    events = JSON.parse(chromeTrace(log, { from, titleOf })).traceEvents;
  });

  it('names each process after its component', () => {
    const named = events.filter(({ name }) => name === 'process_name').map(({ pid }) => pid);
    expect([...new Set(events.map(({ pid }) => pid))].sort()).toEqual([...named].sort());
    expect(JSON.stringify(events)).toContain('"name":"node-1/kubelet"');
  });

  it('names every thread', () => {
    const threads = (only: (event: Event) => boolean): readonly string[] =>
      [...new Set(events.filter(only).map(({ pid, tid }) => `${pid}/${tid}`))].sort();
    const named = threads(({ name }) => name === 'thread_name');
    expect(threads(({ ph }) => ph !== 'M').filter((thread) => !named.includes(thread))).toEqual([]);
  });

  it('has slices of one thread lie in each other or apart', () => {
    const threads = new Map<string, Event[]>();
    for (const event of events) {
      if (event.ph !== 'X') continue;
      const thread = `${event.pid}/${event.tid}`;
      threads.set(thread, [...(threads.get(thread) ?? []), event]);
    }
    for (const slices of threads.values()) {
      const open: number[] = [];
      for (const { ts, dur } of slices) {
        expect(dur).toBeGreaterThan(0);
        while (open.length > 0 && (open.at(-1) ?? 0) <= ts) open.pop();
        if (open.length > 0) expect(ts + dur).toBeLessThanOrEqual(open.at(-1) ?? 0);
        open.push(ts + dur);
      }
    }
  });

  it('draws arrows from slice to slice, never back in time', () => {
    const starts = new Map(events.filter(({ ph }) => ph === 's').map((event) => [event.id, event]));
    const ends = events.filter(({ ph }) => ph === 'f');
    expect(ends.length).toBeGreaterThan(50);
    expect(ends).toHaveLength(starts.size);
    const isOn = ({ pid, tid, ts }: Event): boolean =>
      events.some(
        (slice) =>
          slice.ph === 'X' &&
          slice.pid === pid &&
          slice.tid === tid &&
          slice.ts <= ts &&
          ts <= slice.ts + slice.dur,
      );
    for (const end of ends) {
      const start = starts.get(end.id);
      expect(start?.ts).toBeLessThanOrEqual(end.ts);
      expect(isOn(end) && start !== undefined && isOn(start), JSON.stringify(end)).toBe(true);
    }
  });

  it('marks every step whose component did something that lasts', () => {
    const marks = events.filter(({ ph }) => ph === 'i');
    expect(marks.length).toBeGreaterThan(log.steps.length * 0.8);
  });
});

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

describe('OTLP', () => {
  let spans: readonly OtlpSpan[] = [];
  let text = '';
  beforeAll(() => {
    text = otlpJson(log, { seed: 3, from });
    interface Resource {
      readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
    }
    const { resourceSpans }: { resourceSpans: readonly Resource[] } = JSON.parse(text);
    spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });

  it('has ids and times of the protocol, and parents in the same trace', () => {
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    expect(byId.size).toBe(spans.length);
    for (const span of spans) {
      expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
      if (span.parentSpanId === undefined) continue;
      const parent = byId.get(span.parentSpanId);
      expect(parent?.traceId).toBe(span.traceId);
      expect(BigInt(parent?.startTimeUnixNano ?? 0)).toBeLessThanOrEqual(
        BigInt(span.startTimeUnixNano),
      );
    }
  });

  it('names spans as Kubernetes does', () => {
    const names = new Set(spans.map(({ name }) => name));
    for (const name of [
      'POST /apis/apps/v1/namespaces/{:namespace}/deployments',
      'POST /api/v1/namespaces/{:namespace}/pods/{:name}/binding',
      ...['authentication', 'authorization', 'priorityandfairness'],
      ...['Create', 'List', 'Create etcd3', 'GuaranteedUpdate etcd3', 'etcdserverpb.KV/Txn'],
      ...['Scheduling', 'syncPod', 'runtime.v1.RuntimeService/RunPodSandbox'],
    ]) {
      expect(names).toContain(name);
    }
    for (const name of ['kubectl', 'kube-apiserver', 'etcd', 'kubelet', 'kube-scheduler'])
      expect(text).toContain(`{"key":"service.name","value":{"stringValue":"${name}"}}`);
  });
});

describe('a Mermaid diagram', () => {
  const message = String.raw`p\d+(->>|-->>|-\))p\d+: .+`;
  const inside = String.raw`autonumber|participant p\d+ as [^:;#]+|Note over p\d+: .+|${message}`;
  const line = new RegExp(`^(sequenceDiagram| {2}(${inside}))$`);

  it('has only lines that the grammar knows, about participants that are declared', () => {
    const chapter = (index: number): string => log.chapters[index]?.id ?? '';
    const text = mermaidSequence(log, { titleOf, chapter }, 'cut');
    const lines = text.trimEnd().split('\n');
    for (const each of lines) expect(each).toMatch(line);
    const declared = new Set([...text.matchAll(/participant (p\d+)/g)].map(([, name]) => name));
    for (const [name] of text.matchAll(/p\d+(?=:|-)/g)) expect(declared).toContain(name);
    expect(text).toMatch(/p\d+->>p\d+: /);
  });

  it('never grows longer than Mermaid reads, and shows where it ends', () => {
    const long = { titleOf: () => 'x; # <b>'.repeat(40), chapter: () => 'a\nb' };
    const text = mermaidSequence(log, long, 'the end');
    expect(text.length).toBeLessThanOrEqual(50_000);
    for (const each of text.trimEnd().split('\n')) expect(each).toMatch(line);
  });
});

describe('an audit log', () => {
  it('holds one audit.k8s.io/v1 Event a line, as the log backend writes it', () => {
    const lines = auditLog(log.facts, from).trimEnd().split('\n');
    const events = lines.map((text) => JSON.parse(text));
    const logged = log.facts.slice(from - 1).filter(({ type }) => type === 'AuditEventLogged');
    expect(events).toHaveLength(logged.length);
    const created = events.find(
      ({ verb, objectRef }) => verb === 'create' && objectRef.resource === 'deployments',
    );
    expect(created).toMatchObject({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'RequestResponse',
      stage: 'ResponseComplete',
      user: { username: 'kubernetes-admin' },
      objectRef: { namespace: 'default', name: 'web', apiGroup: 'apps', apiVersion: 'v1' },
      responseStatus: { code: 201 },
    });
    for (const { requestReceivedTimestamp, stageTimestamp } of events) {
      expect(stageTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(requestReceivedTimestamp <= stageTimestamp).toBe(true);
    }
  });
});

describe('a kubectl script', () => {
  const run = (script: string): string => {
    const spy = `sleep() { :; }\nkubectl() { printf '<%s>' "$@"; cat; echo; }\n`;
    return execFileSync('sh', ['-c', spy + script], { encoding: 'utf8', input: '' });
  };

  it('types what the person typed, with its waits', () => {
    const script = kubectlScript(recording);
    expect(script).toContain(
      '\nkubectl create deployment web --image=nginx --replicas=2\nsleep 5\n',
    );
    expect(run(script)).toContain('<get><pods>');
  });

  it('runs nothing but kubectl, whatever a line says', () => {
    const at = 0;
    const kind = 'command';
    const script = kubectlScript({
      scenario: 'x\nrm -rf /',
      seed: 1,
      inputs: [
        {
          at,
          kind,
          user: 'admin',
          line: "kubectl get pods; echo EVIL $(echo EVIL) `echo EVIL` 'a b'",
        },
        { at, kind, user: 'a\necho EVIL', line: 'echo EVIL\necho EVIL' },
        { at, kind, user: 'admin', line: 'kubectl apply -f -', stdin: 'EOF\n$(echo EVIL)\n' },
        { at, kind: 'host', action: readHostAction('stop_kubelet 1\necho EVIL') },
      ],
    });
    const output = run(script);
    expect(output).toContain('<get><pods;><echo><EVIL><$(echo><EVIL)><`echo><EVIL`><a b>');
    expect(output).toContain('<apply><-f><->EOF\n$(echo EVIL)');
    expect(output.split('\n').filter((line) => line.startsWith('EVIL'))).toEqual([]);
  });
});
