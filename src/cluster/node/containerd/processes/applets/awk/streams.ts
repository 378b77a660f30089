/**
 * What awk reads and writes: the records of its operands, files of getline, and files of print.
 *
 * A program whose input is still typed begins again with all of it (live-input.ts), so what it
 * prints before it reads is kept until then.
 */
import { absolute, type ProcessContext, streamAt, writeFile } from '../../program.ts';
import { filesOf } from '../inputs.ts';
import { type Compile, Records } from './split.ts';
import { AwkEnd } from './syntax.ts';

type Stream = 'out' | 'err';

export class AwkStreams {
  readonly #context: ProcessContext;
  readonly #compile: Compile;
  #kept: (readonly [Stream, string])[] | undefined = [];
  readonly #read = new Map<string, Records>();
  readonly #written = new Map<string, string>();

  constructor(context: ProcessContext, compile: Compile) {
    this.#context = context;
    this.#compile = compile;
  }

  write(text: string, stream: Stream = 'out'): void {
    if (this.#kept === undefined) this.#context[stream](text);
    else this.#kept.push([stream, text]);
  }

  /** From here on, what is written is seen at once. */
  release(): void {
    const kept = this.#kept ?? [];
    this.#kept = undefined;
    for (const [stream, text] of kept) this.#context[stream](text);
  }

  /** The records of an operand. */
  open(name: string): Records {
    const err = (text: string): void => this.write(text, 'err');
    const [file] = filesOf({ ...this.#context, err }, [name]).files;
    if (file === undefined) throw new AwkEnd(1);
    this.release();
    return new Records(file.text, this.#compile);
  }

  /** The records of a file that getline reads; undefined: there is none. */
  fileToRead(name: string): Records | undefined {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    this.save();
    const { files } = this.#context;
    const text =
      name === '-' ? this.#context.readStdin() : files.read(absolute(this.#context, name));
    if (text === undefined) return undefined;
    const records = new Records(text, this.#compile);
    this.#read.set(name, records);
    return records;
  }

  /** Writes to a file, which the first text begins. */
  writeTo(name: string, appends: boolean, text: string): void {
    const path = absolute(this.#context, name);
    const stream = streamAt(this.#context.files, path);
    if (stream !== undefined) this.write(text, stream);
    else {
      const before = this.#written.get(name) ?? this.#begin(name, path, appends);
      this.#written.set(name, before + text);
    }
  }

  #begin(name: string, path: string, appends: boolean): string {
    const { files } = this.#context;
    const text = appends ? (files.read(path) ?? '') : '';
    const error = files.write(path, text);
    if (error !== undefined) throw new AwkEnd(1, `can't open '${name}': ${error}`);
    return text;
  }

  /** Writes what the files are to hold. */
  save(): void {
    for (const [name, text] of this.#written) writeFile(this.#context, name, text);
  }

  close(name: string): boolean {
    this.save();
    const wasRead = this.#read.delete(name);
    return this.#written.delete(name) || wasRead;
  }
}
