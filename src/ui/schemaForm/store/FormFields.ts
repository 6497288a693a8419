import { overlapsPointer } from './paths.ts';

/** A rendered field. */
export interface FormField {
  pointer: string;
  /** The full label: 'Contato 2: Telefone'. */
  label: string;
  /** Whether it also shows errors of everything below its pointer. */
  coversDescendants: boolean;
  /** Pointers of the fields whose change clears it. */
  dependsOn: readonly string[];
  focus: () => void;
  /** The field's element. */
  box: () => Element | null;
}

/** A field with uncommitted text. */
interface Typing {
  pointer: string;
  flush: () => void;
  /** Called when its row is removed, to discard the typed text. */
  forget: () => void;
}

/** The currently rendered fields of a form, and their uncommitted texts. */
export class FormFields {
  readonly #fields = new Map<string, FormField>();
  readonly #typings = new Set<Typing>();
  readonly texts: TypedTexts;

  constructor(texts: TypedTexts = new Map()) {
    this.texts = texts;
  }

  add(field: FormField) {
    this.#fields.set(field.pointer, field);
    return () => {
      if (this.#fields.get(field.pointer) === field) this.#fields.delete(field.pointer);
    };
  }

  addTyping(typing: Typing) {
    this.#typings.add(typing);
    return () => {
      this.#typings.delete(typing);
    };
  }

  flush() {
    for (const { flush } of [...this.#typings]) flush();
  }

  /** A row of a list is removed: its input is discarded, as are kept texts of the list, which would end up in other rows. */
  forgetRow(list: string, index: number) {
    for (const { pointer, forget } of [...this.#typings])
      if (pointer.startsWith(`${list}/${index}/`) || pointer === `${list}/${index}`) forget();
    this.forgetTexts(list);
  }

  /** Called when rows of a list change places. */
  forgetTexts(list: string) {
    for (const textPointer of [...this.texts.keys()])
      if (textPointer.startsWith(`${list}/`)) this.texts.delete(textPointer);
  }

  /** The field that an error belongs to: its own, or the nearest one responsible for it. */
  fieldOf(pointer: string): FormField | undefined {
    const own = this.#fields.get(pointer);
    if (own) return own;
    return [...this.#fields.values()].find(
      (field) => field.coversDescendants && pointer.startsWith(`${field.pointer}/`),
    );
  }

  /** Whether another rendered field has the same label, such as the 'CEP' of two addresses. */
  isAmbiguous({ pointer, label }: FormField): boolean {
    return [...this.#fields.values()].some((other) => other.label === label && other.pointer !== pointer);
  }

  dependentsOf(pointer: string, seen = new Set<string>()): string[] {
    for (const field of this.#fields.values()) {
      if (seen.has(field.pointer) || !field.dependsOn.includes(pointer)) continue;
      seen.add(field.pointer);
      this.dependentsOf(field.pointer, seen);
    }
    return [...seen];
  }
}

/** The interpretation of a text: a value, or why it has none. */
export interface Reading {
  value: unknown;
  problem?: string | undefined;
}

export interface Typed extends Reading {
  text: string;
  /** Not interpreted yet. */
  pending: boolean;
}

/** Invalid texts of fields that are not currently rendered, restored as they were typed. Keyed by pointer. */
export type TypedTexts = Map<string, Typed>;

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
    for (const serverPointer of this.#server.keys())
      if (overlapsPointer(serverPointer, pointer)) this.#server.delete(serverPointer);
  }

  /** Rows of a list moved up, and the errors of a removed row must not apply to its successor. */
  forgetBelow(pointer: string) {
    for (const touchedPointer of this.#touched)
      if (touchedPointer.startsWith(`${pointer}/`)) this.#touched.delete(touchedPointer);
    for (const localPointer of this.#local.keys())
      if (localPointer.startsWith(`${pointer}/`)) this.#local.delete(localPointer);
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
