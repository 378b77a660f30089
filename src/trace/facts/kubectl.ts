/**
 * What kubectl does on the person's machine. Component: `kubectl`; of another program, which prints
 * and ends, `person/curl`.
 */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { FactBase } from '../fact.ts';

interface KubectlFact extends FactBase {
  /** The command that this belongs to: the index of its timed input. */
  readonly input: number;
}

export interface CommandParsed extends KubectlFact {
  readonly type: 'CommandParsed';
  /** `create deployment` */
  readonly command: string;
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, string>>;
}

export interface KubeconfigLoaded extends KubectlFact {
  readonly type: 'KubeconfigLoaded';
  /** Where each file stands and whether it was there. */
  readonly files: readonly { readonly path: string; readonly found: boolean }[];
  readonly context: string;
  readonly server: string;
  readonly user: string;
  readonly namespace: string;
  /** How the user proves who they are. */
  readonly credential: 'client-certificate' | 'bearer-token' | 'none';
}

export interface ManifestGenerated extends KubectlFact {
  readonly type: 'ManifestGenerated';
  readonly object: KubeObject;
}

export interface DiscoveryCacheRead extends KubectlFact {
  readonly type: 'DiscoveryCacheRead';
  readonly hit: boolean;
  /** Seconds since the cached answer was written. */
  readonly ageSeconds: number;
}

export interface OutputPrinted extends KubectlFact {
  readonly type: 'OutputPrinted';
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

export interface CommandExited extends KubectlFact {
  readonly type: 'CommandExited';
  readonly exitCode: number;
}

export type KubectlFactUnion =
  | CommandParsed
  | KubeconfigLoaded
  | ManifestGenerated
  | DiscoveryCacheRead
  | OutputPrinted
  | CommandExited;
