/**
 * The value of `variables`: each member is worked out when it is first asked for.
 * Source: plugin/cel/composition.go lazyVariableEval.
 */
export class ComposedVariables {
  define(name: string, evaluate: () => unknown): void {
    let known: { readonly value: unknown } | undefined;
    const get = (): unknown => {
      known ??= { value: evaluate() };
      return known.value;
    };
    Object.defineProperty(this, name, { enumerable: true, get });
  }
}
