import { findScenario } from '#scenarios/index';
import { runRecording } from '#worker/run-recording';
import { TraceLog } from '#player/trace-log';
import { captionInLog } from '#ui/narration/caption-in-log';
import { translate } from '#i18n/t';
import zh from '#i18n/zh-CN.json';
import en from '#i18n/en.json';
const [lang = 'en', at = '0', second = '', id = 'create-deployment', first = 'kubectl create deployment nginx --image=nginx --replicas=3'] = process.argv.slice(2);
const sc = findScenario(id)!;
const input = (at: number, line: string) => ({ at, kind: 'command', line, user: 'admin' }) as const;
function run(inputs: any[]) {
  const log = new TraceLog(); let n = 0;
  for (const { facts } of runRecording({ scenario: id, seed: 1, inputs })) { log.append(facts.slice(n)); n = facts.length; }
  return log;
}
let inputs = [input(sc.readyAt, first)];
let log = run(inputs);
if (second) { inputs.push(input(log.steps[Number(at)]!.at + 1, second)); log = run(inputs); }
let ch = -1;
for (const s of log.steps) {
  if (s.chapter !== ch) { ch = s.chapter; const c = log.chapters[ch]!; console.log(`--- ${c.index + 1}/${log.chapters.length} cmd ${c.command} ${(en as any)['chapter.' + c.id]}`); }
  const f = log.fact(s.fact)!;
  const { id, params } = captionInLog(log, f);
  console.log(`${s.index + 1} ${s.main ? ' ' : 's'} [${f.type} ${f.component}] ${translate(lang === 'zh' ? (zh as any) : (en as any), id, params)}`);
}
console.log(log.steps.length, log.facts.length);
if (process.env.DUMP) for (const s of log.steps) { const f = log.fact(s.fact)! as any; const { value, body, object, ...r } = f; if (['RuntimeStep','ProcessStarted','CriCalled','CriReturned','PodStatusSet','PodSyncStep','RequestSent','Validated','Authorized'].includes(f.type)) console.log(JSON.stringify(r).slice(0, 700)); }
