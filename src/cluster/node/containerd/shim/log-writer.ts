/**
 * Splits what a container writes into the lines of its log.
 * Models containerd internal/cri/io/logger.go: one entry per line, cut at 16 KiB.
 */
import type { SimTime } from '#base/sim-time';
import type { LogLine } from '#k8s.io/cri-api/runtime';

const maxLineLength = 16 * 1024;

type Stream = LogLine['stream'];

export class LogWriter {
  readonly #clock: () => SimTime;
  readonly #append: (line: LogLine) => void;
  readonly #partial: Record<Stream, string> = { stdout: '', stderr: '' };

  /** `append` writes to the file that is open at that moment. */
  constructor(clock: () => SimTime, append: (line: LogLine) => void) {
    this.#clock = clock;
    this.#append = append;
  }

  write(stream: Stream, text: string): void {
    const lines = (this.#partial[stream] + text).split('\n');
    this.#partial[stream] = lines.pop() ?? '';
    for (const line of lines) this.#entry(stream, line);
  }

  /** The process ended: text without a newline becomes a last entry. */
  flush(): void {
    for (const stream of ['stdout', 'stderr'] as const) {
      if (this.#partial[stream] !== '') this.#entry(stream, this.#partial[stream], true);
      this.#partial[stream] = '';
    }
  }

  #entry(stream: Stream, line: string, endsWithout = false): void {
    for (let at = 0; at === 0 || at < line.length; at += maxLineLength) {
      const text = line.slice(at, at + maxLineLength);
      const partial = endsWithout || at + maxLineLength < line.length;
      this.#append({ at: this.#clock(), stream, text, ...(partial && { partial }) });
    }
  }
}
