/** What every component of a cluster is given: the clock, the trace, and its own chance. */
import type { Prng } from '#base/prng';
import type { CompileRegexp } from '#base/regexp';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import type { Simulation } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';

export interface Environment {
  readonly sim: Simulation;
  readonly tracer: Tracer;
  /** Fork it by the component's name before use. */
  readonly prng: Prng;
  /** The language of expressions; absent where the cluster was started without it. */
  readonly cel?: Cel;
  /** Compiles regular expressions; absent where the cluster was started without them. */
  readonly regexp?: CompileRegexp;
}
