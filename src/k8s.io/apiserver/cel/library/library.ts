/** What a library of functions adds to an environment. */
import type { Environment } from '@marcbachmann/cel-js';

export type Library = (environment: Environment) => void;

/** An error that an expression ends with; its text is what people see. */
export class CelFailure extends Error {}

export function failed(text: string): never {
  throw new CelFailure(text);
}

/** Registers one signature after the other. */
export function functions(
  environment: Environment,
  // Arguments have the types that the signature says.
  handlers: Readonly<Record<string, (...args: never[]) => unknown>>,
): void {
  for (const [signature, handler] of Object.entries(handlers)) {
    environment.registerFunction(signature, handler as (...args: unknown[]) => unknown);
  }
}

/** A word in front of functions, such as `sets` in `sets.contains(a, b)`. */
export function namespace(environment: Environment, name: string, type: string): void {
  const ctor = class {};
  environment.registerType(type, ctor as never);
  environment.registerConstant(name, type, new ctor());
}
