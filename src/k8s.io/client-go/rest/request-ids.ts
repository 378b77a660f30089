/** Numbers the requests of one run, from 1. */
export class RequestIds {
  #last = 0;

  next(): number {
    return ++this.#last;
  }
}
