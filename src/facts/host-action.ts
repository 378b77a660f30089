/** The words of what a person does to a machine: `use_memory 2 20Gi`. */

interface ActionWords {
  readonly verb: string;
  /** A number is that of a node: `2` is `node-2`. */
  readonly target: string;
  readonly rest: readonly string[];
}

/** Reads an action as the cluster does; of a look with a shell the words mean nothing. */
export function actionWords(action: string): ActionWords {
  const [verb = '', target = '', ...rest] = action.trim().split(/\s+/);
  return { verb, target: /^\d+$/.test(target) ? `node-${target}` : target, rest };
}
