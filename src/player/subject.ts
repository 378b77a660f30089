/** The object that a step is about, named like its key in etcd: `pods/default/nginx`. */
import { keyOf, namedObject, podOf } from '#facts/names';
import { objectKey, storedObjectKey } from '#trace/object-key';
import type { Scene } from './scene.ts';
import { controllerKey } from './tale.ts';
import type { TraceLog } from './trace-log.ts';

/** The object of the fact at the cursor of a scene; else that of the request it is a part of. */
export function subjectAt(log: TraceLog, scene: Scene): string | undefined {
  const fact = log.fact(scene.cursor);
  if (fact === undefined) return undefined;
  const named = namedObject(fact);
  if (named !== undefined && named.name !== '') return objectKey(named);
  const pod = podOf(fact);
  if (pod !== undefined) return `pods/${pod}`;
  const key = keyOf(fact);
  if (key !== undefined && fact.component === 'etcd') return storedObjectKey(key);
  if (key !== undefined && fact.component.includes('/')) return controllerKey(fact.component, key);
  const ref = scene.requests.get(log.requestOf(fact.id))?.ref;
  return ref === undefined || ref.name === '' ? undefined : objectKey(ref);
}
