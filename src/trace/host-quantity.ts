/**
 * Amounts of memory and disk that a person takes on a machine: `20Gi`, read and written.
 *
 * In: the words of a person. Out: bytes; and back, as Kubernetes writes quantities of powers of two.
 */
const units: Readonly<Record<string, number>> = {
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

/** The bytes of a quantity; `undefined`: it is none. */
export function parseQuantity(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(Ki|Mi|Gi|Ti)?$/.exec(text) ?? [];
  return number === '' ? undefined : Math.round(Number(number) * (units[unit] ?? 1));
}
