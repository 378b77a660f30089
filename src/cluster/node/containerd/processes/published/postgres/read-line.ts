/** One line of the protocol, or the file of the tables: JSON that anybody may have written. */

/** What it says; `undefined`: it is no JSON. */
export function readLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
