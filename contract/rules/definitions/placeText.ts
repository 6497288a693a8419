import { type ChangeWords, nameIn } from './changes.ts';
import { isItem, ownProperty } from './matchItems.ts';
import { labelFor } from './valueText.ts';

/** The place that a JSON pointer refers to, in words: 'Etapas › Coleta › prazo em horas úteis'; '' for the whole. */
export function placeText(content: unknown, pointer: string, words: ChangeWords): string {
  let value = content;
  const names: string[] = [];
  for (const step of stepsOf(pointer)) {
    const isList = Array.isArray(value);
    const inner = isList
      ? (value as unknown[])[Number(step)]
      : isItem(value)
        ? ownProperty(value, step)
        : undefined;
    const name = isList ? unquoted(nameIn(inner, Number(step), words)) : keyName(step, inner, words);
    if (name !== null) names.push(name);
    value = inner;
  }
  const text = names.join(' › ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function keyName(key: string, inner: unknown, words: ChangeWords): string | null {
  if (words.silent?.includes(key)) return null;
  const known = Object.hasOwn(words.keys, key);
  return known || !isItem(inner) ? labelFor(words.keys, key) : unquoted(nameOr(inner, key, words));
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
