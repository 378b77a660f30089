/**
 * What stops a build, in kustomize's words. It is thrown inside this folder and caught by `build`
 * in kustomize.ts, because a build stops at its first error wherever that is.
 */
export class KustomizeProblem extends Error {}

export function stop(text: string): never {
  throw new KustomizeProblem(text);
}

/** Puts words before the text of a problem inside. Source: errors.WrapPrefixf. */
export function within<T>(prefix: string, work: () => T): T {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof KustomizeProblem) return stop(`${prefix}: ${problem.message}`);
    throw problem;
  }
}

/** The text of a problem inside, or its value. */
export function attempt<T>(work: () => T): { readonly value: T } | { readonly problem: string } {
  try {
    return { value: work() };
  } catch (problem) {
    if (problem instanceof KustomizeProblem) return { problem: problem.message };
    throw problem;
  }
}
