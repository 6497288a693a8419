/** A message split into what its author wrote, and what the mail program appended: the e-mail it replies to, a signature. */
export interface Folded {
  fresh: string;
  quoted: string;
}

/** A line that nobody would type, marking where a quoting element begins. */
export const QUOTE_STARTS = '\u2063[cita]\u2063';

const ABOVE = /^[\s>*]*##- Responda acima desta linha -##/;
const ORIGINAL =
  /^\s*-{2,}\s*(mensagem original|original message|mensagem encaminhada|forwarded message)\s*-{2,}\s*$/i;
/** 'Em ter., 3 de nov. de 2026 às 10:00, Balcão <…> escreveu:', on one line or wrapped over a few. */
const WROTE_BEGINS = /^\s*(em|no dia|on)\s.{0,200}$/i;
const WROTE_ENDS = /(escreveu|wrote)\s*:\s*$/i;
const HEADER = /^\s*\*?(de|from):\*?\s.{1,300}$/i;
const HEADER_NEXT = /^\s*\*?(enviad[ao]( em)?|sent|data|date|para|to):/i;
const RULE = /^\s*_{10,}\s*$/;
const SIGNATURE = /^-- ?$/;
/** Maximum number of lines over which an attribution is wrapped. */
const MAX_BROKEN = 3;

/**
 * Separates new text from the quotation below it. If the author replied below the quotation or between its lines, only the
 * quoted lines are removed.
 */
export function foldQuotes(text: string): Folded {
  const lines = text.split('\n');
  const folded = foldLines(lines);
  const joined = (indexes: readonly number[]) =>
    indexes
      .map((index) => lines[index])
      .join('\n')
      .trim();
  return { fresh: joined(folded.fresh), quoted: joined(folded.quoted) };
}

/** The same for lines that represent something else, by index. Quoted lines begin with '>'. */
export function foldLines(lines: readonly string[]): { fresh: number[]; quoted: number[] } {
  const all = lines.map((_line, index) => index);
  const at = lines.findIndex((_line, index) => quoteBegins(lines, index));
  if (at < 0) return { fresh: all, quoted: [] };
  if (lines.slice(0, at).some((line) => line.trim() !== ''))
    return { fresh: all.slice(0, at), quoted: all.slice(at) };
  return { fresh: between(lines), quoted: all };
}

function quoteBegins(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  return (
    line.includes(QUOTE_STARTS) ||
    ABOVE.test(line) ||
    line.startsWith('>') ||
    ORIGINAL.test(line) ||
    SIGNATURE.test(line) ||
    attributionLength(lines, index) > 0 ||
    (RULE.test(line) && HEADER.test(lines[index + 1] ?? '')) ||
    (HEADER.test(line) && HEADER_NEXT.test(lines[index + 1] ?? ''))
  );
}

/** Number of lines of an attribution that begins here; 0 if none does. */
function attributionLength(lines: readonly string[], index: number): number {
  if (!WROTE_BEGINS.test(lines[index] ?? '')) return 0;
  for (let more = 0; more < MAX_BROKEN; more++) {
    const line = lines[index + more];
    if (line === undefined || line.trim() === '') return 0;
    if (WROTE_ENDS.test(line.slice(-200))) return more + 1;
  }
  return 0;
}

/** A quoting element must have its first quoted line within this many lines, or everything to the end counts as quoted. */
const SOON = 6;

function between(lines: readonly string[]): number[] {
  const kept: number[] = [];
  for (let index = 0; index < lines.length; index++) {
    const attribution = attributionLength(lines, index);
    const line = lines[index] ?? '';
    const marked = line.includes(QUOTE_STARTS)
      ? lines.slice(index, index + SOON).findIndex((each) => each.startsWith('>'))
      : 0;
    if (attribution > 0) index += attribution - 1;
    else if (SIGNATURE.test(line) || ORIGINAL.test(line) || marked < 0) break;
    else if (marked > 0) index += marked;
    else if (!line.startsWith('>') && !ABOVE.test(line)) kept.push(index);
  }
  return kept;
}
