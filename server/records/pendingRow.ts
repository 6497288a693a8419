import type { RecordData } from '../../contract/records/recordField.ts';

/** A row that somebody wants to write. */
export interface GivenRow {
  /** The fields, in whatever spelling people and sheets give them. */
  dados: RecordData;
  /** Names the record by its own number instead of its natural key. */
  id?: number;
}

/** What became of a row, in the order in which they were given. */
export interface RowResult {
  id?: number;
  resultado: 'criado' | 'mudado' | 'igual' | 'recusado';
  /** Of a refused one: sentence by field; '' where it is about the row. A field within a list: 'itens/0/produto'. */
  erros?: Record<string, string>;
  /** Of a changed one: the fields, before and after. */
  mudancas?: Record<string, { antes: unknown; depois: unknown }>;
  /** The fields that belong to the console and were left as people wrote them. */
  mantidos?: string[];
}

interface UnseenReference {
  id: number;
  /** The natural key. */
  key: string;
  /** The refusal where it does not stand: the one of an unknown record. */
  sentence: string;
}

/** A row on its way through the pipeline. */
export class PendingRow {
  /** Its place among the given. */
  readonly index: number;
  /** Given as the record's own number. */
  readonly givenId: number | undefined;
  /** What was given, in its one spelling, references as natural keys. */
  given: RecordData;
  /** As it stands; `null` for a new one. */
  before: RecordData | null = null;
  /** What stands in columns that hold more than their field. */
  shared: Readonly<Record<string, unknown>> = {};
  /** As it will stand. */
  after: RecordData = {};
  /** The fields that differ: told once after each step that may change what the row will be. */
  changed: ReadonlySet<string> = new Set();
  id: number | undefined;
  version = 0;
  /** The records that it refers to, by the path of the field: 'regiao', 'itens/0/produto'. */
  readonly references = new Map<string, number>();
  /** What it names and the person does not see, by the same path: may stay where it stands already. */
  readonly unseen = new Map<string, UnseenReference>();
  /** Fields of which the row says otherwise than stands, and that are not its writer's to change. */
  readonly kept = new Set<string>();
  /** Without a prototype: whoever writes may call a field 'constructor'. */
  readonly errors: Record<string, string> = Object.create(null);

  constructor(index: number, given: RecordData, givenId?: number) {
    this.index = index;
    this.given = given;
    this.givenId = givenId;
  }

  /** The first sentence of a field stays. */
  refuse(field: string, sentence: string): void {
    this.errors[field] ??= sentence;
  }

  /** Takes out all that the row says of a field; true where it was refused already. */
  leave(field: string): boolean {
    const of = (path: string) => path === field || path.startsWith(`${field}/`);
    const { [field]: _, ...given } = this.given;
    this.given = given;
    for (const named of [this.references, this.unseen])
      for (const path of [...named.keys()]) if (of(path)) named.delete(path);
    const wrong = Object.keys(this.errors).filter(of);
    for (const path of wrong) delete this.errors[path];
    return wrong.length > 0;
  }

  get isRefused(): boolean {
    return Object.keys(this.errors).length > 0;
  }

  /** The number of what a reference field names, whether it was given or stands already. */
  referenceOf(path: string): number | null {
    return this.references.get(path) ?? null;
  }
}
