/** A message split into what its author wrote, and what the mail program appended: the e-mail it replies to, a signature. */
export interface Folded {
  fresh: string;
  quoted: string;
}

/** A line that nobody would type, marking where a quoting element begins. */
export const QUOTE_STARTS = '\u2063[cita]\u2063';

const ABOVE = /^[\s>*]*##- Responda acima desta linha -##/;
const ORIGINAL =
  /^\s*-{2,}\s*(mensagem original|original message|mensagem encaminhada|forwarded message|mensagem reenviada)\s*-{2,}\s*$/i;
const FORWARDED = /^\s*(in[ií]cio da mensagem (re)?encaminhada|begin forwarded message):?\s*$/i;
/** 'Em ter., 3 de nov. de 2026 às 10:00, Balcão <…> escreveu:', on one line or wrapped over a few. */
const WROTE_BEGINS = /^\s*(em|no dia|on|a|le|citando|quoting|\d{1,2}[\s/.])\s?.{0,200}$/i;
const WROTE_ENDS = /(escreveu|wrote|écrit|escribió)\s*:\s*$/i;
const CITED = /^\s*(citando|quoting)\s.{0,200}<?[^\s<>@]+@[^\s<>@]+>?\s*:\s*$/i;
/** What a program puts into an attribution, and a person who tells what somebody wrote does not. */
const DATED = /\b\d{1,2}[^\d\n]{1,20}\d{4}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}:\d{2}\b|\S@\S/;
const HEADER = /^\s*\*?(de|from):\*?\s.{1,300}$/i;
const HEADER_SENT = /^\s*\*?(enviad[ao]s?( em)?|sent):/i;
const HEADER_SUBJECT = /^\s*\*?(assunto|subject):/i;
const HEADER_OTHER = /^\s*\*?(data|date|para|to|cc):/i;
const RULE = /^\s*_{10,}\s*$/;
/** Marked by the blank behind it; two hyphens alone are a line that people draw. */
const SIGNATURE = /^-- $/;
/** '>8 graus' is what somebody wrote. */
const QUOTED = /^>(?:[> \t]|$)/;
const LOOSELY_QUOTED = /^>/;
/** Maximum number of lines over which an attribution is wrapped. */
const MAX_BROKEN = 3;

/**
 * Separates new text from the quotation. Only what is surely quoted is folded: answers above, below and between quoted lines
 * stay, and a message without words of its own (a forward) is the message itself.
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

/** The same for lines that represent something else, by index. Quoted lines begin with '> '. */
export function foldLines(lines: readonly string[]): { fresh: number[]; quoted: number[] } {
  const all = lines.map((_line, index) => index);
  const fresh = freshLines(lines);
  const hasWords = (indexes: readonly number[]) =>
    indexes.some((index) => (lines[index] ?? '').replace(QUOTE_STARTS, '').trim() !== '');
  if (!hasWords(fresh)) {
    // Our own e-mail sent back without a word is no message.
    const isOurs = lines.some((line) => ABOVE.test(line));
    return isOurs ? { fresh: [], quoted: all } : { fresh: all, quoted: [] };
  }
  const own = new Set(fresh);
  const first = all.find((index) => !own.has(index));
  if (first === undefined) return { fresh, quoted: [] };
  // Answers below a quotation are read with it.
  const isAbove = fresh.every((index) => index < first || (lines[index] ?? '').trim() === '');
  return isAbove ? { fresh: all.slice(0, first), quoted: all.slice(first) } : { fresh, quoted: all };
}

function freshLines(lines: readonly string[]): number[] {
  const fresh: number[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (isQuoted(lines, index)) continue;
    const attribution = attributionLength(lines, index);
    if (attribution > 0) {
      // What follows an attribution is quoted to the end, unless it is marked line by line.
      if (!isQuotedSoon(lines, index + attribution)) break;
      index += attribution - 1;
    } else if (line.includes(QUOTE_STARTS)) {
      const marked = lines.slice(index, index + SOON).findIndex((each) => LOOSELY_QUOTED.test(each));
      if (marked < 0) break;
      index += marked;
    } else if (endsHere(lines, index)) break;
    else fresh.push(index);
  }
  return fresh;
}

/** A quoting element must have its first quoted line within this many lines, or everything to the end counts as quoted. */
const SOON = 6;

const isQuotedSoon = (lines: readonly string[], from: number): boolean =>
  LOOSELY_QUOTED.test(lines.slice(from, from + SOON).find((line) => line.trim() !== '') ?? '');

/** A line marked as quoted; one without a blank behind its mark only among others. */
function isQuoted(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (QUOTED.test(line)) return true;
  if (!LOOSELY_QUOTED.test(line)) return false;
  return LOOSELY_QUOTED.test(lines[index - 1] ?? '') || LOOSELY_QUOTED.test(lines[index + 1] ?? '');
}

/** Whether everything from this line on was appended by a program. */
function endsHere(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  return (
    ABOVE.test(line) ||
    ORIGINAL.test(line) ||
    (FORWARDED.test(line) && isHeaderBlock(lines, nextFilled(lines, index + 1))) ||
    SIGNATURE.test(line) ||
    (RULE.test(line) && isHeaderBlock(lines, index + 1, { isRuled: true })) ||
    isHeaderBlock(lines, index)
  );
}

const nextFilled = (lines: readonly string[], from: number): number => {
  const found = lines.slice(from, from + MAX_BROKEN).findIndex((line) => line.trim() !== '');
  return found < 0 ? from : from + found;
};

/** How many lines below 'De:' may belong to the same block. */
const MAX_HEADERS = 6;

/**
 * 'De: … Enviada em: … Para: … Assunto: …', as programs quote an e-mail. 'De: Rua A' above 'Para: Rua B' is a route: a block
 * has the sender's address, the moment of sending or the subject.
 */
function isHeaderBlock(
  lines: readonly string[],
  index: number,
  { isRuled = false }: { isRuled?: boolean } = {},
): boolean {
  const first = lines[index] ?? '';
  if (!HEADER.test(first)) return false;
  if (isRuled) return true;
  const below = lines.slice(index + 1, index + 1 + MAX_HEADERS);
  const has = (header: RegExp) => below.some((line) => header.test(line));
  const [sent, subject, other] = [HEADER_SENT, HEADER_SUBJECT, HEADER_OTHER].map(has);
  if (/\S@\S/.test(first.slice(0, 300))) return Boolean(sent || subject || other);
  return [sent, subject, other].filter(Boolean).length > 1 && Boolean(sent || subject);
}

/** Number of lines of an attribution that begins here; 0 if none does. */
function attributionLength(lines: readonly string[], index: number): number {
  const first = (lines[index] ?? '').slice(0, 400);
  if (CITED.test(first)) return 1;
  if (!WROTE_BEGINS.test(first)) return 0;
  let said = '';
  for (let more = 0; more < MAX_BROKEN; more++) {
    const line = lines[index + more];
    if (line === undefined || line.trim() === '') return 0;
    said += ` ${line.slice(-400)}`;
    if (!WROTE_ENDS.test(line.slice(-200))) continue;
    return DATED.test(said) || isQuotedSoon(lines, index + more + 1) ? more + 1 : 0;
  }
  return 0;
}
