import { RE2JS } from 're2js';
import { linearSource } from './patternEngine.ts';

const LONGEST = 300;
/** Parts once every repetition is written out: what the engine holds of it. */
const MOST_PARTS = 1_500;

/** Why a pattern is not taken: too long, none, too large when written out, or more than the engine reads. */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > LONGEST) return `A expressão pode ter no máximo ${LONGEST} caracteres.`;
  if (!isJavaScript(pattern)) return 'A expressão não pode ser lida. Confira parênteses, colchetes e barras.';
  if (writtenOut(pattern) > MOST_PARTS)
    return 'A expressão repete demais. Use limites menores, como {1,20}; o tamanho do texto se diz em maxLength.';
  try {
    RE2JS.compile(linearSource(pattern));
    return null;
  } catch {
    return 'A expressão usa o que aqui não se lê, como (?=…), (?<=…) ou \\1. Escreva-a sem olhar adiante nem repetir o que foi achado.';
  }
}

/** Only read, never run: both grammars must know it, so that it means one thing. */
function isJavaScript(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** A sound expression in parts: `[a-z]` and `\d` are one each, and so is a quantifier. */
const PARTS =
  /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|\(\?(?:[:=!]|<[=!]|<[^>]*>)|[\s\S]/gu;

/** Repeated groups multiply what they hold. */
function writtenOut(pattern: string): number {
  /** Of the whole, and of each open group: its parts so far, and those of its last part. */
  const open = [{ parts: 0, last: 0 }];
  const add = (parts: number) => {
    const group = open.at(-1);
    if (!group) return;
    group.parts += parts;
    group.last = parts;
  };
  for (const part of pattern.match(PARTS) ?? []) {
    const times = mostTimes(part);
    if (times !== null) add(repeated(open.at(-1), times));
    else if (part.startsWith('(')) open.push({ parts: 1, last: 0 });
    else if (part === ')') add(open.pop()?.parts ?? 0);
    else add(1);
  }
  return open.reduce((sum, { parts }) => sum + parts, 0);
}

/** Takes the last part back and answers what it becomes. */
function repeated(group: { parts: number; last: number } | undefined, times: number): number {
  if (!group) return 0;
  group.parts -= group.last;
  return Math.max(1, group.last * Math.max(1, times));
}

/** How often a quantifier has its part written out; `null` for any other part. */
function mostTimes(part: string): number | null {
  if (part === '?' || part === '*' || part === '+') return 1;
  const bounds = /^\{(\d+),?(\d*)\}$/.exec(part);
  return bounds ? Number(bounds[2] || bounds[1]) : null;
}
