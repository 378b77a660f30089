/** What one running kubectl command works with, and what it has printed. */
import type { Prng } from '#base/prng';
import type { Result } from '#base/result';
import type { Duration } from '#base/sim-time';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import type { UpPiece } from '#k8s.io/client-go/rest/remote-command';
import type { Simulation } from '#sim/simulation';
import type { RequestId } from '#trace/facts/client-go';
import type { ApiClient } from './api-client.ts';
import type { LocalFolder } from './cp/local-files.ts';
import type { RestMapper } from './discovery/rest-mapper.ts';
import type { ClientConfig, Kubeconfig } from './kubeconfig/kubeconfig.ts';
import type { HttpGet } from './manifest/read-url.ts';
import type { ReadYaml } from './manifest/yaml.ts';
import type { PersonsTerminal } from './persons-terminal.ts';
import type { Listen } from './port-forward/local-port.ts';

export interface Session {
  readonly sim: Simulation;
  readonly prng: Prng;
  readonly client: ApiClient;
  readonly mapper: RestMapper;
  readonly config: ClientConfig;
  /** The merged files, for `kubectl config`. */
  readonly kubeconfig: Kubeconfig;
  /** Where the person's own kubeconfig file is: `/home/admin/.kube/config`. */
  readonly kubeconfigFile: string;
  /** Writes the person's own kubeconfig file. */
  readonly writeKubeconfig: (config: Kubeconfig) => void;
  /** The files of the person's machine. */
  readonly files: LocalFolder;
  /** The objects of a kustomization in a folder of that machine; its warnings are printed. */
  readonly kustomize: (folder: string) => Result<readonly JsonObject[], string>;
  /** GET from that machine. */
  readonly httpGet: HttpGet;
  /** Listens on a port of that machine. */
  readonly listen: Listen;
  /** Standard input, read to its end. */
  readonly readStdin: () => string;
  /** What somebody types while the command runs; absent: standard input is no terminal. */
  readonly terminal?: PersonsTerminal | undefined;
  readonly readYaml: ReadYaml;
  /** How long one request may take (`--request-timeout`); a watch ends then. */
  readonly requestTimeout: Duration | undefined;
  /** Prints to standard output, at once. */
  readonly out: (text: string) => void;
  /** Prints to standard error, at once. */
  readonly err: (text: string) => void;
  /** Emits what was sent through an upgraded connection. */
  readonly streamed: (request: RequestId, channel: UpPiece['channel'], text: string) => void;
  /** Emits the object that the command built, before it is sent. */
  readonly generated: (object: New<KubeObject>) => void;
}

export type Print = (stream: 'stdout' | 'stderr', text: string) => void;

/** What a command has printed so far; each piece is shown at once. */
export class Output {
  readonly #show: Print;
  #stdout = '';
  #stderr = '';

  constructor(show: Print) {
    this.#show = show;
  }

  get texts(): { readonly stdout: string; readonly stderr: string } {
    return { stdout: this.#stdout, stderr: this.#stderr };
  }

  out(text: string): void {
    this.#stdout += text;
    if (text !== '') this.#show('stdout', text);
  }

  err(text: string): void {
    this.#stderr += text;
    if (text !== '') this.#show('stderr', text);
  }
}
