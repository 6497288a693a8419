import { Refusal } from '../errors.ts';

/** Forms nest a few levels; PostgreSQL and recursive code fail at some thousand. */
const DEEPEST = 64;
/** The largest ticket has some thousand values. Validating a wrong value costs far more than sending it. */
const MAX_VALUES = 20_000;

/**
 * Checks input before validation, whatever its schema. Removes in place the characters that PostgreSQL cannot store (NUL,
 * half of a surrogate pair) from its texts, and returns a refusal if it is nested too deeply, has too many values, or has
 * such characters in its names.
 */
export function refuseUnstorable(input: unknown, most = MAX_VALUES): Refusal | null {
  const open: { value: unknown; depth: number }[] = [{ value: input, depth: 1 }];
  let seen = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (!isContainer(next.value)) continue;
    if (next.depth > DEEPEST) return tooMuch('Os dados enviados têm níveis demais.');
    const entries = Object.entries(next.value);
    seen += entries.length;
    if (seen > most) return tooMuch('O envio tem valores demais. Divida-o e tente de novo.');
    for (const [name, value] of entries) {
      if (UNSTORABLE.test(name)) return tooMuch('Há um nome de campo inválido nos dados enviados.');
      if (typeof value === 'string' && UNSTORABLE.test(value)) next.value[name] = value.replace(ALL, '');
      else open.push({ value, depth: next.depth + 1 });
    }
  }
  return null;
}

/** Whether the path parameters could identify a record at all. */
export const isStorable = (params: object): boolean =>
  Object.values(params).every((value) => !UNSTORABLE.test(String(value)));

const UNSTORABLE = /[\0\p{Cs}]/u;
const ALL = /[\0\p{Cs}]/gu;

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const tooMuch = (message: string) => new Refusal(422, 'DADOS_INVALIDOS', message, { corpo: message });
