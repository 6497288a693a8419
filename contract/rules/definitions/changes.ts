import { isRecord } from '../jsonRecord.ts';
import { upperFirst } from '../text.ts';
import type { DefinitionChange } from './definition.ts';
import {
  type Item,
  identityOf,
  isLongText,
  labelFor,
  matchItems,
  type Naming,
  ownProperty,
  same,
  valueText,
} from './items.ts';
import { escapePointer } from './jsonLines.ts';

/** How the items of a list are compared, where `identity` alone is not enough. */
interface ListWords {
  /** Sets of keys that identify an item, most reliable first. */
  same?: readonly (readonly string[])[];
  /** The order matters only among items with the same value of this key; true means that it never matters. */
  orderWithin?: string | true;
}

/** Display words for the keys of a kind, and the keys that identify a list item. */
export interface ChangeWords {
  /** Key → its display name: `obrigatorio` → 'obrigatório'. */
  keys: Readonly<Record<string, string>>;
  /** Keys that each identify a list item on their own; `chave` before `titulo`. */
  identity: readonly string[];
  /** Keys used as an item's display name; defaults to `identity`. */
  label?: readonly string[];
  /** Keyed by the list's key. */
  lists?: Readonly<Record<string, ListWords>>;
  /** Gives certain values a text of their own. */
  naming?: Naming;
  /** Keys that only contain others and are omitted from the name of a place. */
  silent?: readonly string[];
}

/**
 * Differences as sentences, from `before` to `after`. List items are matched by identity, so that a moved item is reported as
 * moved, a new one as new and a renamed one as renamed: one sentence per change.
 */
export function changesBetween(before: unknown, after: unknown, words: ChangeWords): DefinitionChange[] {
  return walk(before, after, { pointer: '', trail: [], key: '', words, whole: [before, after] });
}

interface Place {
  pointer: string;
  /** Names of the enclosing places, outermost first. */
  trail: readonly string[];
  /** The last key of the path. */
  key: string;
  words: ChangeWords;
  whole: readonly [before: unknown, after: unknown];
}

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

function walk(before: unknown, after: unknown, place: Place): DefinitionChange[] {
  if (same(before, after)) return [];
  if (isNamed(before, after, place)) return [say(place, changed(before, after, place))];
  if (isRecord(before) && isRecord(after)) return walkObject(before, after, place);
  if (Array.isArray(before) && Array.isArray(after)) {
    const all: unknown[] = [...before, ...after];
    if (all.every(isRecord)) return walkList(before, after, place);
    if (all.every(isScalar) && isSet(before) && isSet(after)) return walkValues(before, after, place);
  }
  return [say(place, changed(before, after, place))];
}

const isSet = (list: readonly unknown[]) => new Set(list).size === list.length;

/** A value with a text of its own is reported as a whole. */
const isNamed = (before: unknown, after: unknown, { words, key, whole }: Place) =>
  [before, after].some(
    (value, at) =>
      value !== undefined && !isScalar(value) && words.naming?.(key, value, whole[at]) !== undefined,
  );

function walkObject(before: Item, after: Item, place: Place): DefinitionChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const [old, now] = [ownProperty(before, key), ownProperty(after, key)];
    const holder = isRecord(now) ? now : isRecord(old) ? old : undefined;
    const name = holder && labelOf(holder, place.words);
    const inner = {
      ...place,
      key,
      pointer: `${place.pointer}/${escapePointer(key)}`,
      trail: name === undefined ? [...place.trail, labelFor(place.words.keys, key)] : [`'${name}'`],
    };
    const within = place.trail.at(-1);
    if (name !== undefined && within && (old === undefined || now === undefined))
      return [say(inner, `'${name}' ${now === undefined ? 'saiu de' : 'entrou em'} ${within}`)];
    return walk(old, now, inner);
  });
}

function walkList(before: Item[], after: Item[], place: Place): DefinitionChange[] {
  const { words, key } = place;
  const list = words.lists && (ownProperty(words.lists as Item, key) as ListWords | undefined);
  const identities = list?.same ?? words.identity.map((each) => [each]);
  const pairs = matchItems(before, after, identities);
  const within = place.trail.at(-1) ?? 'conteúdo';
  const nameOf = (item: Item, index: number) => nameIn(item, index, words);
  return [
    ...before.flatMap((item, index) =>
      pairs.includes(index) ? [] : [say(place, `${nameOf(item, index)} saiu de ${within}`)],
    ),
    ...after.flatMap((item, index) => {
      const old = pairs[index];
      const here = { ...place, pointer: `${place.pointer}/${index}`, trail: [nameOf(item, index)] };
      if (old === null || old === undefined) return [say(here, `${nameOf(item, index)} entrou em ${within}`)];
      return walk(before[old], item, here);
    }),
    ...orderChanges(before, pairs, list?.orderWithin, place),
  ];
}

/** One sentence per group whose common items are now in a different order. */
function orderChanges(
  before: readonly Item[],
  pairs: readonly (number | null)[],
  within: string | true | undefined,
  place: Place,
): DefinitionChange[] {
  if (within === true) return [];
  const pairedIndexes = pairs.filter((index): index is number => index !== null);
  const name = place.trail.at(-1) ?? 'conteúdo';
  if (within === undefined) return isAscending(pairedIndexes) ? [] : [say(place, `A ordem de ${name} mudou`)];
  const groupOf = (index: number) => ownProperty(before[index] as Item, within);
  return [...new Set(pairedIndexes.map(groupOf))].flatMap((value) =>
    isAscending(pairedIndexes.filter((index) => groupOf(index) === value))
      ? []
      : [say(place, `A ordem de ${name} de ${textAt(within, value, 0, place)} mudou`)],
  );
}

const isAscending = (list: readonly number[]) =>
  list.every((each, at) => at === 0 || (list[at - 1] as number) < each);

/** A list of distinct scalar values. */
function walkValues(before: readonly unknown[], after: readonly unknown[], place: Place): DefinitionChange[] {
  const { words, key } = place;
  const what = place.trail.join(' › ') || 'conteúdo';
  const text = (value: unknown, at: 0 | 1) => textAt(key, value, at, place);
  const list = words.lists && (ownProperty(words.lists as Item, key) as ListWords | undefined);
  const stayingIndexes = after
    .filter((value) => before.includes(value))
    .map((value) => before.indexOf(value));
  return [
    ...before
      .filter((value) => !after.includes(value))
      .map((value) => say(place, `${text(value, 0)} saiu de ${what}`)),
    ...after
      .filter((value) => !before.includes(value))
      .map((value) => say(place, `${text(value, 1)} entrou em ${what}`)),
    ...(isAscending(stayingIndexes) || list?.orderWithin === true
      ? []
      : [say(place, `A ordem de ${what} mudou`)]),
  ];
}

function changed(before: unknown, after: unknown, place: Place): string {
  const what = place.trail.join(' › ') || 'O conteúdo';
  if (isOff(before) && after === true) return `${what}: passou a valer`;
  if (before === true && isOff(after)) return `${what}: deixou de valer`;
  if (isLongText(before) || isLongText(after))
    return `${what}: ${before === undefined ? 'foi escrito' : after === undefined ? 'foi apagado' : 'o texto mudou'}`;
  const [old, now] = [textAt(place.key, before, 0, place), textAt(place.key, after, 1, place)];
  if (before === undefined) return `${what}: agora é ${now}`;
  if (after === undefined) return `${what}: retirado (era ${old})`;
  // Values that look alike, such as the text "1" and the number 1, are still reported.
  return old === now ? `${what}: mudou` : `${what}: de ${old} para ${now}`;
}

const isOff = (value: unknown) => value === undefined || value === false;

const textAt = (key: string, value: unknown, at: 0 | 1, { words, whole }: Place): string =>
  words.naming?.(key, value, whole[at]) ?? valueText(value, words.keys);

const say = ({ pointer }: Place, sentence: string): DefinitionChange => ({ pointer, sentence });

function labelOf(item: Item, { label = [] }: ChangeWords): string | undefined {
  const key = label.find(
    (each) => typeof ownProperty(item, each) === 'string' && ownProperty(item, each) !== '',
  );
  return key === undefined ? undefined : String(item[key]);
}

/** `'Coleta'`; an item without a name is called by its position in the list. */
export function nameIn(item: unknown, index: number, words: ChangeWords): string {
  if (!isRecord(item)) return `${index + 1}º`;
  const named = labelOf(item, words);
  if (named !== undefined) return `'${named}'`;
  const key = words.identity.find((each) => identityOf(item, [each]) !== null);
  return key === undefined ? `${index + 1}º` : `'${String(item[key])}'`;
}

/** The place that a JSON pointer refers to, in words: 'Etapas › Coleta › prazo em horas úteis'; '' for the whole. */
export function placeText(content: unknown, pointer: string, words: ChangeWords): string {
  let value = content;
  const names: string[] = [];
  for (const step of stepsOf(pointer)) {
    const isList = Array.isArray(value);
    const inner = isList
      ? (value as unknown[])[Number(step)]
      : isRecord(value)
        ? ownProperty(value, step)
        : undefined;
    const name = isList ? unquoted(nameIn(inner, Number(step), words)) : keyName(step, inner, words);
    if (name !== null) names.push(name);
    value = inner;
  }
  const text = names.join(' › ');
  return upperFirst(text);
}

function keyName(key: string, inner: unknown, words: ChangeWords): string | null {
  if (words.silent?.includes(key)) return null;
  const hasWords = Object.hasOwn(words.keys, key);
  return hasWords || !isRecord(inner) ? labelFor(words.keys, key) : unquoted(nameOr(inner, key, words));
}

const nameOr = (inner: unknown, key: string, words: ChangeWords) => {
  const named = nameIn(inner, -1, words);
  return named === '0º' ? key : named;
};

const unquoted = (name: string) => name.replace(/^'(.*)'$/s, '$1');

const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
