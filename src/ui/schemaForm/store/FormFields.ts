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
    for (const known of [...this.texts.keys()]) if (known.startsWith(`${list}/`)) this.texts.delete(known);
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
