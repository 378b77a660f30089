/** What a command has printed so far; each piece goes into the trace at once. */
import type { Tracer } from '#trace/tracer';

export class Output {
  readonly #tracer: Tracer;
  readonly #input: number;
  #stdout = '';
  #stderr = '';

  constructor(tracer: Tracer, input: number) {
    this.#tracer = tracer;
    this.#input = input;
  }

  get texts(): { readonly stdout: string; readonly stderr: string } {
    return { stdout: this.#stdout, stderr: this.#stderr };
  }

  out(text: string): void {
    this.#stdout += text;
    this.#print('stdout', text);
  }

  err(text: string): void {
    this.#stderr += text;
    this.#print('stderr', text);
  }

  #print(stream: 'stdout' | 'stderr', text: string): void {
    if (text === '') return;
    const input = this.#input;
    this.#tracer.emit({ type: 'OutputPrinted', component: 'kubectl', input, stream, text });
  }
}
