/** What a flag takes. Models github.com/spf13/pflag, the value types that kubectl uses. */

export type FlagType =
  | 'string'
  | 'bool'
  | 'int'
  | 'duration'
  /** Comma separated, repeatable. */
  | 'stringSlice'
  /** Repeatable, taken as they are. */
  | 'stringArray';

export interface FlagSpec {
  readonly name: string;
  readonly shorthand?: string;
  readonly type: FlagType;
  /** The text the value starts with. */
  readonly default: string;
  /** The value of the flag written without one (`--validate`, every bool). */
  readonly noValue?: string;
  readonly usage: string;
  readonly required?: true;
  /** A real flag that this cluster does not honour; using it is refused. */
  readonly simulated?: false;
}

type Extra = Partial<Pick<FlagSpec, 'shorthand' | 'default' | 'noValue' | 'required'>>;

export const stringFlag = (name: string, usage: string, extra: Extra = {}): FlagSpec => ({
  name,
  type: 'string',
  default: '',
  usage,
  ...extra,
});

export const boolFlag = (name: string, usage: string, extra: Extra = {}): FlagSpec => ({
  name,
  type: 'bool',
  default: 'false',
  noValue: 'true',
  usage,
  ...extra,
});

export const intFlag = (name: string, usage: string, extra: Extra = {}): FlagSpec => ({
  name,
  type: 'int',
  default: '0',
  usage,
  ...extra,
});

export const durationFlag = (name: string, usage: string, extra: Extra = {}): FlagSpec => ({
  name,
  type: 'duration',
  default: '0s',
  usage,
  ...extra,
});

export const sliceFlag = (name: string, usage: string, extra: Extra = {}): FlagSpec => ({
  name,
  type: 'stringSlice',
  default: '',
  usage,
  ...extra,
});

export const arrayFlag = (name: string, usage: string, extra: Extra = {}): FlagSpec => ({
  name,
  type: 'stringArray',
  default: '',
  usage,
  ...extra,
});

/** Marks real flags whose use is refused. */
export const refused = (...flags: readonly FlagSpec[]): readonly FlagSpec[] =>
  flags.map((flag) => ({ ...flag, simulated: false as const }));
