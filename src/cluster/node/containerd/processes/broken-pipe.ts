/** SIGPIPE: a program wrote to a pipe that nobody reads; that ends it. */
export class BrokenPipe extends Error {}

export const brokenPipeExitCode = 141;
