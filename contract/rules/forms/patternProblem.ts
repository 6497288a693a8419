const LONGEST = 300;
/** So many repetitions without an end in one expression: each may try every place in the text again. */
const MOST_ENDLESS = 3;

/** Why an expression is not taken: it is none, too long, or may take for ever on a hostile text. */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > LONGEST) return `A expressão pode ter no máximo ${LONGEST} caracteres.`;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'A expressão não pode ser lida. Confira parênteses, colchetes e barras.';
  }
  if (/\\[1-9]|\\k</.test(pattern) || repeatsRepeats(pattern))
    return 'A expressão repete o que já se repete e poderia travar. Use limites, como {1,20}, sem repetir o grupo.';
  return null;
}

/** A sound expression in parts: `[a-z]` and `\d` are one each, and so is a quantifier. */
const PARTS =
  /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|\(\?(?:[:=!]|<[=!]|<[^>]*>)|[\s\S]/gu;

/** Whether a group that comes more than once holds something of no fixed length: the same text is then read in too many ways. */
function repeatsRepeats(pattern: string): boolean {
  const parts = pattern.match(PARTS) ?? [];
  /** Of each open group, and of the whole: whether it has no fixed shape. */
  const loose = [false];
  let closed: boolean | null = null;
  let endless = 0;
  for (const part of parts) {
    const most = mostTimes(part);
    if (most !== null) {
      if (most > 1 && closed) return true;
      if (most === Number.POSITIVE_INFINITY) endless += 1;
      if (!/^\{\d+\}$/.test(part)) loose[loose.length - 1] = true;
      // `+?` is still the quantifier of the same part.
      continue;
    }
    closed = null;
    if (part.startsWith('(')) loose.push(false);
    else if (part === ')') {
      closed = loose.pop() ?? false;
      if (closed) loose[loose.length - 1] = true;
    } else if (part === '|') loose[loose.length - 1] = true;
  }
  return endless > MOST_ENDLESS;
}

/** Of a quantifier; `null` for any other part. */
function mostTimes(part: string): number | null {
  if (part === '?') return 1;
  if (part === '*' || part === '+') return Number.POSITIVE_INFINITY;
  const bounds = /^\{(\d+)(,?)(\d*)\}$/.exec(part);
  if (!bounds) return null;
  if (bounds[2] && !bounds[3]) return Number.POSITIVE_INFINITY;
  return Number(bounds[3] || bounds[1]);
}
