/** Which object a step is about, named as its key in etcd is read: `pods/default/nginx`. */
import { objectKey, storedObjectKey } from '#trace/object-key';
import type { Scene } from './scene.ts';
import { controllerKey } from './tale.ts';
import type { TraceLog } from './trace-log.ts';

/** The object of the fact at the cursor of a scene; else that of the request it is a part of. */
export function subjectAt(log: TraceLog, scene: Scene): string | undefined {
  const fact = log.fact(scene.cursor);
  if (fact === undefined) return undefined;
  if ('ref' in fact && fact.ref.name !== '') return objectKey(fact.ref);
  if ('regarding' in fact) return objectKey(fact.regarding);
  if ('pod' in fact && fact.pod !== '') return `pods/${fact.pod}`;
  if ('key' in fact && fact.component === 'etcd') return storedObjectKey(fact.key);
  if ('key' in fact && fact.component.includes('/')) return controllerKey(fact.component, fact.key);
  const ref = scene.requests.get(log.requestOf(fact.id))?.ref;
  return ref === undefined || ref.name === '' ? undefined : objectKey(ref);
}
