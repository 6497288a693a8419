import { overlapsPointer } from './paths.ts';

/** A form's errors by pointer, and which fields already show theirs. */
export class FormErrors {
  #found: ReadonlyMap<string, () => string> = new Map();
  /** Why a field cannot provide a value: an incomplete date, a pending upload. */
  readonly #local = new Map<string, string>();
  #server = new Map<string, string>();
  /** Whether the server has not seen the present values. */
  #changed = false;
  readonly #touched = new Set<string>();
  #all = false;
  /** Announced when a field was left with an error. */
  announcement = '';

  /** Messages are generated when shown, since most of those of an empty form are not. */
  setFound(found: ReadonlyMap<string, () => string>) {
    this.#found = found;
  }

  /** Returns true if the message has changed. */
  setLocal(pointer: string, text: string | undefined): boolean {
    if (this.#local.get(pointer) === text) return false;
    if (text === undefined) this.#local.delete(pointer);
    else this.#local.set(pointer, text);
    return true;
  }

  setServer(errors: Readonly<Record<string, string>>) {
    this.#server = new Map(Object.entries(errors));
    this.#changed = false;
  }

  /** Called for every change of a value. */
  noteChange() {
    this.#changed = true;
  }

  get hasServer() {
    return this.#server.size > 0;
  }

  forgetServer(pointer: string) {
    for (const known of this.#server.keys()) if (overlapsPointer(known, pointer)) this.#server.delete(known);
  }

  /** Rows of a list moved up, and the errors of a removed row must not apply to its successor. */
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

  /** Whether the summary is shown: after validating the whole form, or after a refusal by the server. */
  get isSummed() {
    return this.#all || this.#server.size > 0;
  }

  /** Whether the form may not be sent. What the server refused may be sent again once any field changed: the reason may lie there. */
  get block() {
    return this.#found.size > 0 || this.#local.size > 0 || (this.hasServer && !this.#changed);
  }

  /** Everything that is to be corrected. */
  get all(): Readonly<Record<string, string>> {
    const found = [...this.#found].map(([pointer, text]) => [pointer, text()] as const);
    return Object.fromEntries([...found, ...this.#local, ...this.#server]);
  }

  /**
   * The message that a field currently shows. A field with several values (a period, a multiple choice) shows the first of
   * theirs.
   */
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
