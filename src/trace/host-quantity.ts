/** Amounts of memory and disk as Kubernetes writes quantities of powers of two: `20Gi`. */

/** From the largest to bytes. */
export const units: Readonly<Record<string, number>> = {
  Ti: 2 ** 40,
  Gi: 2 ** 30,
  Mi: 2 ** 20,
  Ki: 2 ** 10,
  '': 1,
};

/** In the largest unit that needs at most two decimals: `20Gi`, `84.5Gi`, `24050Mi`. */
export function quantityOf(bytes: number): string {
  const [unit, size] =
    Object.entries(units).find(
      ([, each]) => bytes >= each && Number.isInteger((bytes / each) * 100),
    ) ?? ([''] as const);
  return `${bytes / (size ?? 1)}${unit}`;
}
