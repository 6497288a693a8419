import { isCodes } from '#contract/records/fields/fieldSchema.ts';
import { normalizeFields, ownValue } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData, RecordFields, RecordValue } from '#contract/records/fields/recordField.ts';
import { EXTERNAL_CODES } from '#contract/records/recordType.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { ItemSource, PlacedItems } from './placedItem.ts';

/** A row to be written, as the caller gives it. */
export interface GivenRow {
  /** The fields, in any spelling used by people and spreadsheets. */
  dados: RecordData;
  /** Identifies the record by its id instead of its natural key. */
  id?: number;
  /** Lists of which some items alone are named, by their paths. */
  itens?: ReadonlyMap<string, PlacedItems>;
}

/** The result for a row; results are in the order of the given rows. */
export interface RowResult {
  id?: number;
  resultado: 'criado' | 'mudado' | 'igual' | 'recusado';
  /**
   * For a refused row: a sentence by field, '' if it concerns the whole row. A field within a list: 'itens/0/produto', or with
   * the place of the item in lists given by places.
   */
  erros?: Record<string, string>;
  /** For a changed row: the fields before and after. */
  mudancas?: Record<string, { antes: unknown; depois: unknown }>;
  /** Fields owned by the console, which were left as its users wrote them. */
  mantidos?: string[];
}

interface UnseenReference {
  id: number;
  /** The natural key. */
  key: string;
  /** The text to refuse it with if it is not already stored there, the same as for an unknown record. */
  sentence: string;
}

interface HiddenMark {
  mark: string;
  /** The type that the field refers to. */
  target: string;
}

/** A row being processed by the pipeline. */
export class PendingRow {
  /** Its index among the given rows. */
  readonly index: number;
  /** The record's id, if it was given. */
  readonly givenId: number | undefined;
  /** The given fields, normalized, with references as natural keys. */
  given: RecordData;
  /** The stored record; `null` for a new one. */
  before: RecordData | null = null;
  /** The stored content of columns that hold more than their field. */
  shared: Readonly<Record<string, unknown>> = {};
  /** The record as it will be stored. */
  after: RecordData = {};
  /** The fields that differ; updated after each step that may change the result. */
  changed: ReadonlySet<string> = new Set();
  id: number | undefined;
  version = 0;
  /** Ids of the referenced records by field path: 'regiao', 'itens/0/produto'. */
  readonly references = new Map<string, number>();
  /** References to records that the person cannot see, by the same path; they may stay where they are already stored. */
  readonly unseen = new Map<string, UnseenReference>();
  /** References that came back as the mark under which they were shown, by the same path. */
  readonly hidden = new Map<string, HiddenMark>();
  /** What the row gives of lists by the places of their items, and where each item of the completed list comes from. */
  readonly placed: ReadonlyMap<string, PlacedItems>;
  readonly sources = new Map<string, readonly ItemSource[]>();
  /** Fields whose given value differs from the stored one, but which the writer does not own. */
  readonly keptFields = new Set<string>();
  /** Without a prototype, since a caller may name a field 'constructor'. */
  readonly errors: Record<string, string> = Object.create(null);

  constructor(index: number, given: RecordData, { id, itens }: Pick<GivenRow, 'id' | 'itens'> = {}) {
    this.index = index;
    this.given = given;
    this.givenId = id;
    this.placed = itens ?? new Map();
  }

  /** Keeps the first sentence per field. */
  refuse(field: string, sentence: string): void {
    this.errors[field] ??= sentence;
  }

  /** Sets a given field, or one within a group. */
  give(field: string, inner: string | undefined, value: RecordValue): void {
    const wholeField =
      inner === undefined ? value : { ...(this.given[field] as object | null), [inner]: value };
    this.given = { ...this.given, [field]: wholeField };
  }

  /** Removes everything the row gives for a field; returns whether the field had been refused. */
  dropField(field: string): boolean {
    const of = (path: string) => path === field || path.startsWith(`${field}/`);
    const { [field]: _, ...given } = this.given;
    this.given = given;
    for (const named of [this.references, this.unseen, this.hidden])
      for (const path of [...named.keys()]) if (of(path)) named.delete(path);
    const wrong = Object.keys(this.errors).filter(of);
    for (const path of wrong) delete this.errors[path];
    return wrong.length > 0;
  }

  get isRefused(): boolean {
    return Object.keys(this.errors).length > 0;
  }

  /** The id that a reference field points to, whether given or already stored. */
  referenceOf(path: string): number | null {
    return this.references.get(path) ?? null;
  }
}

/** Merges external codes by source: a source that is not given is kept, and `null` removes it. */
export function withCodes(
  { before, given }: PendingRow,
  merged: Record<string, unknown>,
): Record<string, unknown> {
  const codes = given[EXTERNAL_CODES];
  if (!isCodes(codes)) return merged;
  const all = { ...((before?.[EXTERNAL_CODES] ?? {}) as object), ...codes };
  const left = Object.entries(all).filter(([, code]) => code !== null && code !== '');
  const { [EXTERNAL_CODES]: _, ...rest } = merged;
  return left.length > 0 ? { ...rest, [EXTERNAL_CODES]: Object.fromEntries(left) } : rest;
}

/** Merges groups field by field: fields that are not given are kept, `null` clears. */
export function withGroups(fields: RecordFields, { before, given }: PendingRow): RecordData {
  const groups = groupsIn(fields, given);
  if (groups.length === 0) return given;
  const merged: Record<string, RecordValue> = { ...given };
  for (const key of groups) {
    const stood = before?.[key] as RecordData | undefined;
    const parts = { ...stood, ...(given[key] as RecordData) };
    const left = Object.entries(parts).filter(([, part]) => part !== null);
    merged[key] = left.length > 0 || stood ? Object.fromEntries(left) : null;
  }
  return merged;
}

/** Each given field in its one spelling, where groups are merged: what a row says of one is no group without the rest. */
export function normalizeParts(fields: RecordFields, data: RecordData): RecordData {
  const groups = groupsIn(fields, data);
  if (groups.length === 0) return normalizeFields(fields, data);
  const rest = Object.fromEntries(Object.entries(data).filter(([key]) => !groups.includes(key)));
  const parts = groups.map((key) => [
    key,
    normalizeFields(fields[key]?.campos ?? {}, data[key] as RecordData),
  ]);
  return { ...normalizeFields(fields, rest), ...Object.fromEntries(parts) };
}

/** The given fields that are groups. */
const groupsIn = (fields: RecordFields, given: RecordData): string[] =>
  Object.keys(given).filter((key) => ownValue(fields, key)?.tipo === 'GRUPO' && isRecord(given[key]));
