import { touches } from './paths.ts';

/** What is wrong with a form, by pointer, and of which fields it is told already. */
export class FormErrors {
  #found: ReadonlyMap<string, () => string> = new Map();
  /** What a field cannot put into the data: half a date, a file on its way. */
  readonly #local = new Map<string, string>();
  #server = new Map<string, string>();
  readonly #touched = new Set<string>();
  #all = false;
  /** Read out once a field was left with an error. */
  announcement = '';

  /** Texts are made when they are shown: most of an empty form's are not. */
  setFound(found: ReadonlyMap<string, () => string>) {
    this.#found = found;
  }

  /** True when that says something else than before. */
  setLocal(pointer: string, text: string | undefined): boolean {
    if (this.#local.get(pointer) === text) return false;
    if (text === undefined) this.#local.delete(pointer);
    else this.#local.set(pointer, text);
    return true;
  }

  setServer(errors: Readonly<Record<string, string>>) {
    this.#server = new Map(Object.entries(errors));
  }

  get hasServer() {
    return this.#server.size > 0;
  }

  forgetServer(pointer: string) {
    for (const known of this.#server.keys()) if (touches(known, pointer)) this.#server.delete(known);
  }

  /** Rows of a list moved up: what was said of a row is not said of its successor. */
  forgetBelow(pointer: string) {
    for (const known of this.#touched) if (known.startsWith(`${pointer}/`)) this.#touched.delete(known);
    for (const known of this.#local.keys()) if (known.startsWith(`${pointer}/`)) this.#local.delete(known);
    this.forgetServer(pointer);
  }

  touch(pointer: string) {
    this.#touched.add(pointer);
  }

  showAll() {
    this.#all = true;
  }

  /** The summary stands: after the whole was judged, or the server refused. */
  get isSummed() {
    return this.#all || this.#server.size > 0;
  }

  /** Everything that keeps the form from being sent. */
  get all(): Readonly<Record<string, string>> {
    const found = [...this.#found].map(([pointer, text]) => [pointer, text()] as const);
    return Object.fromEntries([...found, ...this.#local, ...this.#server]);
  }

  /** What a field says now. One that holds several values (a period, a choice of several) says the first of theirs. */
  textAt(pointer: string, deep: boolean): string | undefined {
    const server = find(this.#server, pointer, deep);
    if (server !== undefined) return server;
    if (!this.#all && !this.#touched.has(pointer)) return undefined;
    return find(this.#local, pointer, deep) ?? find(this.#found, pointer, deep)?.();
  }
}

function find<T>(texts: ReadonlyMap<string, T>, pointer: string, deep: boolean): T | undefined {
  const own = texts.get(pointer);
  if (own !== undefined || !deep) return own;
  for (const [at, text] of texts) if (at.startsWith(`${pointer}/`)) return text;
  return undefined;
}
