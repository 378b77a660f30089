/** Operators, variables, comments and further lines: what of a typed line only a shell reads. */
const ofShell = /[|;&<>`\n]|\s#|\$[\w({]/;

/** Whether a shell reads the line before a program gets its words; in quotes it may not be so. */
export const readByShell = (line: string): boolean => ofShell.test(line.trim());
