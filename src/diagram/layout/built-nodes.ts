/** The nodes of a cluster that a person built; a spec that cannot be read has none to wait for. */
export function builtNodes(cluster: string): readonly string[] {
  try {
    const { nodes } = JSON.parse(cluster) as { readonly nodes: readonly { name: string }[] };
    return nodes.map(({ name }) => name).sort(byName);
  } catch {
    return [];
  }
}

/** Sorts node-2 before node-10. */
export function byName(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
