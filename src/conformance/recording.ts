/** One recording in memory: the files that the comparison reads. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface KubectlRecord {
  readonly argv?: readonly string[];
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

export interface WriteRecord {
  readonly t?: string;
  readonly ms?: number;
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly agent?: string;
  readonly verb: string;
  readonly uri?: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly code: number;
  readonly reason?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly request?: unknown;
  readonly response?: { readonly metadata?: { readonly name?: string } };
}

export interface EventRecord {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly kind: string;
  readonly name: string;
  readonly reportingComponent?: string;
  readonly source?: { readonly component?: string };
}

export interface CriRecord {
  readonly method: string;
  readonly service?: string;
  readonly node?: string;
  readonly request?: CriRequest;
  readonly response?: { readonly podSandboxId?: string; readonly containerId?: string };
  readonly error?: { readonly code: number | string };
}

interface CriRequest {
  readonly podSandboxId?: string;
  readonly containerId?: string;
  readonly config?: { readonly metadata?: { readonly name?: string } };
  readonly sandboxConfig?: { readonly metadata?: { readonly name?: string } };
}

export interface EtcdRecord {
  readonly type: 'PUT' | 'DELETE';
  readonly key: string;
  readonly version: number;
}

export type ObjectsByKind = Readonly<Record<string, readonly RecordedObject[]>>;

export interface RecordedObject {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Everything that is compared, read from one folder; a missing file counts as empty. */
export interface RecordingFiles {
  readonly kubectl: readonly KubectlRecord[];
  readonly writes: readonly WriteRecord[];
  readonly events: readonly EventRecord[];
  readonly cri: readonly CriRecord[];
  readonly etcd: readonly EtcdRecord[];
  readonly objects: ObjectsByKind;
  readonly scheduler: readonly string[];
}

export function readRecording(folder: string): RecordingFiles {
  return {
    kubectl: lines<KubectlRecord>(folder, 'kubectl.jsonl'),
    writes: lines<WriteRecord>(folder, 'writes.jsonl'),
    events: lines<EventRecord>(folder, 'events.jsonl'),
    cri: lines<CriRecord>(folder, 'cri.jsonl'),
    etcd: lines<EtcdRecord>(folder, 'etcd.jsonl'),
    objects: JSON.parse(text(folder, 'objects.json') ?? '{}') as ObjectsByKind,
    scheduler: (text(folder, 'scheduler.txt') ?? '').split('\n'),
  };
}

function text(folder: string, file: string): string | undefined {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function lines<T>(folder: string, file: string): readonly T[] {
  return (text(folder, file) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
