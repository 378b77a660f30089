/** What the rest of the kubelet asks the manager of claimed devices; `dra-manager.ts` is it. */
import type { Container, Pod } from '#k8s.io/api/core/v1';
import type { Process } from '#sim/simulation';

export interface DynamicResources {
  run(): Process;
  /** Why the pod's devices cannot be prepared; `undefined`: they are. */
  prepare(pod: Pod): Process<string | undefined>;
  /** To be called when its containers have ended. */
  unprepare(pod: Pod): Process<string | undefined>;
  cdiDevices(pod: Pod, container: Container): readonly string[];
}
