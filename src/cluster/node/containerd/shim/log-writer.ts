/**
 * Splits what a container writes into the lines of its log.
 * Models containerd internal/cri/io/logger.go: a line each, cut at 16 KiB.
 */
import type { LogLine } from '#k8s.io/cri-api/runtime';
import type { Simulation } from '#sim/simulation';

const maxLineLength = 16 * 1024;

type Stream = LogLine['stream'];

export class LogWriter {
  readonly #sim: Simulation;
  readonly #log: LogLine[];
  readonly #partial: Record<Stream, string> = { stdout: '', stderr: '' };

  constructor(sim: Simulation, log: LogLine[]) {
    this.#sim = sim;
    this.#log = log;
  }

  write(stream: Stream, text: string): void {
    const lines = (this.#partial[stream] + text).split('\n');
    this.#partial[stream] = lines.pop() ?? '';
    for (const line of lines) this.#append(stream, line);
  }

  /** The process ended: what has no newline yet is a line as well. */
  flush(): void {
    for (const stream of ['stdout', 'stderr'] as const) {
      if (this.#partial[stream] !== '') this.#append(stream, this.#partial[stream]);
      this.#partial[stream] = '';
    }
  }

  #append(stream: Stream, line: string): void {
    for (let at = 0; at === 0 || at < line.length; at += maxLineLength) {
      this.#log.push({ at: this.#sim.now, stream, text: line.slice(at, at + maxLineLength) });
    }
  }
}
