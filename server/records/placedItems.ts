import { normalizeFields } from '../../contract/records/normalizeRecord.ts';
import type { RecordData, RecordField, RecordFields } from '../../contract/records/recordField.ts';
import { keyText } from './columns.ts';
import type { PendingRow } from './pendingRow.ts';

/** What a row says of items of a list by their places, from one, as sheets have columns for them. */
export interface PlacedItems {
  items: ReadonlyMap<number, RecordData>;
  /** The list has none beside these, and of each nothing else stays. */
  whole: boolean;
}

/** Where an item of a list comes from: the place that the row named, and its index in the list that stood. */
export interface ItemSource {
  place?: number;
  stood?: number;
}

interface Merged {
  items: RecordData[];
  sources: ItemSource[];
}

interface Said {
  place: number;
  item: RecordData;
}

/**
 * Merges the items given by a row's columns into the stored list. An item matches the stored one with the same key, wherever
 * that is; otherwise the one at the same position, or it is added. Everything that no column names is kept, so importing the
 * same row again changes nothing.
 */
export function withPlacedItems(
  field: RecordField,
  standing: readonly RecordData[],
  { items, whole }: PlacedItems,
): Merged {
  const said = [...items]
    .sort(([one], [other]) => one - other)
    .map(([place, item]) => ({ place, item: normalizeFields(field.campos ?? {}, item) }));
  const meant = whole ? new Map<number, Said>() : itemsMeant(field, standing, said);
  const named = new Set([...meant.values()].map(({ place }) => place));
  const stood = whole ? [] : standing;
  const merged = [
    ...stood.map((before, index) => {
      const one = meant.get(index);
      return one
        ? { item: { ...before, ...one.item }, source: { stood: index, place: one.place } }
        : { item: before, source: { stood: index } };
    }),
    ...said.filter(({ place }) => !named.has(place)).map(({ place, item }) => ({ item, source: { place } })),
  ];
  return { items: merged.map(({ item }) => item), sources: merged.map(({ source }) => source) };
}

/**
 * By its index the standing item that each place means: one of its key, in its place or elsewhere, then one of what is said of
 * its key, then whatever stands in the place.
 */
function itemsMeant(field: RecordField, standing: readonly RecordData[], said: readonly Said[]) {
  const meant = new Map<number, Said>();
  const left = new Set(said);
  const take = (index: number, one: Said) => {
    if (index < 0 || index >= standing.length || meant.has(index)) return;
    meant.set(index, one);
    left.delete(one);
  };
  for (const isSame of [isKeyOf, isPartOf]) {
    const isOne = ({ item }: Said, index: number) => {
      const stood = standing[index];
      return stood !== undefined && !meant.has(index) && isSame(field, item, stood);
    };
    for (const one of [...left]) if (isOne(one, one.place - 1)) take(one.place - 1, one);
    for (const one of [...left])
      take(
        standing.findIndex((_, index) => isOne(one, index)),
        one,
      );
  }
  for (const one of [...left]) take(one.place - 1, one);
  return meant;
}

type Compared = (field: RecordField, said: RecordData, stood: RecordData) => boolean;

const textOf = (keys: readonly string[], item: RecordData): string =>
  keyText(keys.map((key) => item[key] ?? ''));

const isKeyOf: Compared = (field, said, stood) =>
  namesOne(field, said) && textOf(field.codigo ?? [], said) === textOf(field.codigo ?? [], stood);

const isPartOf: Compared = (field, said, stood) => {
  const parts = (field.codigo ?? []).filter((key) => said[key] !== undefined);
  return namesOne(field, said) && textOf(parts, said) === textOf(parts, stood);
};

/** All that the key demands is said. */
const namesOne = ({ codigo = [], campos = {} }: RecordField, said: RecordData): boolean =>
  codigo.some((key) => said[key] !== undefined) &&
  codigo.every((key) => said[key] !== undefined || !campos[key]?.obrigatorio);

/** A list field by its path, which may lead into a group: 'registro/dadosBancarios'. */
function listAt(campos: RecordFields, path: string): RecordField | undefined {
  const [key = '', inner] = path.split('/');
  return inner === undefined ? campos[key] : campos[key]?.campos?.[inner];
}

/** Puts the lists of which a row names items by their places into what it gives, now that it is known what stands. */
export function givePlacedItems(campos: RecordFields, row: PendingRow): void {
  for (const [path, placed] of row.placed) {
    const field = listAt(campos, path);
    if (!field) continue;
    const [key = '', inner] = path.split('/');
    const stood = row.before?.[key];
    const list = inner === undefined ? stood : (stood as RecordData | undefined)?.[inner];
    const { items, sources } = withPlacedItems(field, Array.isArray(list) ? list : [], placed);
    row.sources.set(path, sources);
    row.give(key, inner, items.length > 0 ? items : null);
  }
}
