/** A field that is drawn. */
export interface FormField {
  pointer: string;
  /** 'Contato 2: Telefone'. */
  label: string;
  /** Speaks for everything below its pointer. */
  deep: boolean;
  /** Pointers of the fields whose change empties it. */
  dependsOn: readonly string[];
  focus: () => void;
  /** Where it stands. */
  box: () => Element | null;
}

/** A field that is being typed into. */
interface Typing {
  pointer: string;
  flush: () => void;
  /** Its row is taken away, and what was typed into it. */
  forget: () => void;
}

/** The fields of a form that are drawn now, and what is being typed into them. */
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

  /** A row of a list is taken away: what stands in it goes, and what waits below the list would be another row's. */
  forgetRow(list: string, index: number) {
    for (const { pointer, forget } of [...this.#typings])
      if (pointer.startsWith(`${list}/${index}/`) || pointer === `${list}/${index}`) forget();
    this.forgetTexts(list);
  }

  /** Rows of a list change places. */
  forgetTexts(list: string) {
    for (const known of [...this.texts.keys()]) if (known.startsWith(`${list}/`)) this.texts.delete(known);
  }

  /** The field that an error belongs to: its own, or the nearest one that speaks for it. */
  fieldOf(pointer: string): FormField | undefined {
    const own = this.#fields.get(pointer);
    if (own) return own;
    return [...this.#fields.values()].find((field) => field.deep && pointer.startsWith(`${field.pointer}/`));
  }

  /** Another field that is drawn is called the same: 'CEP' of two addresses. */
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

/** What a text means: a value, or why it means none. */
export interface Reading {
  value: unknown;
  problem?: string | undefined;
}

export interface Typed extends Reading {
  text: string;
  /** Not yet read. */
  pending: boolean;
}

/** Texts that mean nothing, of fields that are not drawn now: they come back as they were typed. By pointer. */
export type TypedTexts = Map<string, Typed>;
