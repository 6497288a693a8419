import type { DefinitionChange } from './definition.ts';
import { escapePointer } from './jsonLines.ts';

/** Words for the keys of a kind, and which key names an item of a list. */
export interface ChangeWords {
  /** Key → what people call it: `obrigatorio` → 'obrigatório'. */
  keys: Readonly<Record<string, string>>;
  /** Keys of which the first that an item of a list has tells it from the others; `chave` before `titulo`. */
  identity: readonly string[];
  /** Keys that name it for people; the identity where none is given. */
  label?: readonly string[];
}

/**
 * Differences as sentences, before first. Items of lists are matched by identity, so that a moved one reads as moved
 * and a new one as new, not as a change of all that stand behind it.
 */
export function changesBetween(before: unknown, after: unknown, words: ChangeWords): DefinitionChange[] {
  return walk(before, after, { pointer: '', trail: [], words });
}

interface Place {
  pointer: string;
  /** Names of what the place lies in, outermost first. */
  trail: readonly string[];
  words: ChangeWords;
}

type Item = Record<string, unknown>;
/** A key may be called as one that every object inherits. */
const own = (item: Item, key: string): unknown => (Object.hasOwn(item, key) ? item[key] : undefined);
const isObject = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function walk(before: unknown, after: unknown, place: Place): DefinitionChange[] {
  if (same(before, after)) return [];
  if (isObject(before) && isObject(after)) return walkObject(before, after, place);
  if (
    Array.isArray(before) &&
    Array.isArray(after) &&
    [...before, ...after].every((item) => idOf(item, place) !== null)
  )
    return walkList(before as Item[], after as Item[], place);
  return [say(place, changed(before, after, place))];
}

function walkObject(before: Item, after: Item, place: Place): DefinitionChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) =>
    walk(own(before, key), own(after, key), {
      ...place,
      pointer: `${place.pointer}/${escapePointer(key)}`,
      trail: [...place.trail, place.words.keys[key] ?? key],
    }),
  );
}

function walkList(before: Item[], after: Item[], place: Place): DefinitionChange[] {
  const ids = (items: Item[]) => items.map((item) => idOf(item, place) as string);
  const [old, now] = [ids(before), ids(after)];
  const kept = now.filter((id) => old.includes(id));
  const moved = kept.some((id, index) => old.filter((each) => now.includes(each))[index] !== id);
  const within = place.trail.at(-1) ?? '';
  return [
    ...before
      .filter((item) => !now.includes(idOf(item, place) as string))
      .map((item) => say(place, `${quoted(item, place)} saiu de ${within}`)),
    ...after.flatMap((item, index) => {
      const other = before[old.indexOf(idOf(item, place) as string)];
      const here = { ...place, pointer: `${place.pointer}/${index}`, trail: [quoted(item, place)] };
      if (!other) return [say(here, `${quoted(item, place)} entrou em ${within}`)];
      return walk(other, item, here);
    }),
    ...(moved ? [say(place, `A ordem de ${within} mudou`)] : []),
  ];
}

function changed(before: unknown, after: unknown, { trail }: Place): string {
  const what = trail.join(' › ') || 'O conteúdo';
  if (typeof after === 'boolean' || typeof before === 'boolean') {
    if (after === true) return `${what}: passou a valer`;
    if (after === false || after === undefined) return `${what}: deixou de valer`;
  }
  if (before === undefined) return `${what}: agora é ${shown(after)}`;
  if (after === undefined) return `${what}: retirado (era ${shown(before)})`;
  return `${what}: de ${shown(before)} para ${shown(after)}`;
}

const say = ({ pointer }: Place, sentence: string): DefinitionChange => ({ pointer, sentence });

function idOf(item: unknown, { words }: Place): string | null {
  if (!isObject(item)) return null;
  const key = words.identity.find((each) => typeof item[each] === 'string' || typeof item[each] === 'number');
  return key === undefined ? null : String(item[key]);
}

function quoted(item: Item, { words }: Place): string {
  const key = [...(words.label ?? []), ...words.identity].find((each) => typeof item[each] === 'string');
  return `'${key === undefined ? '' : String(item[key])}'`;
}

const LONGEST = 80;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => same(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
  );
}
