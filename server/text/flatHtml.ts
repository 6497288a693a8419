import { Tokenizer } from 'htmlparser2';

/** Far more than any mail program nests, even after years of replies. */
const DEEPEST = 250;

/** Elements without content. */
const VOID = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** Which open elements a tag ends, of those that people leave open. */
const ENDED_BY: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  p: ['p'],
  tr: ['tr', 'th', 'td'],
  td: ['th', 'td'],
  th: ['th'],
  option: ['option'],
  dd: ['dd', 'dt'],
  dt: ['dd', 'dt'],
};

/**
 * HTML without the tags that would nest deeper than any program nests; their text stays. The parser keeps its open elements
 * in a list of which it moves every element at every tag, so unlimited nesting would cost time by the square of its depth.
 */
export function flatHtml(html: string): string {
  const open: string[] = [];
  const dropped: [from: number, to: number][] = [];
  /** Where a tag begins that is too deep, or -1. */
  let tooDeep = -1;
  const onTagEnd = (end: number) => {
    if (tooDeep >= 0) dropped.push([tooDeep, end + 1]);
    tooDeep = -1;
  };
  const ignored = () => {};
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onopentagname(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (VOID.has(name)) return;
        while (ENDED_BY[name]?.includes(open.at(-1) ?? '')) open.pop();
        if (open.length < DEEPEST) open.push(name);
        else tooDeep = start - 1;
      },
      onopentagend: onTagEnd,
      onselfclosingtag: onTagEnd,
      onclosetag(start, end) {
        const place = open.lastIndexOf(html.slice(start, end).toLowerCase());
        if (place >= 0) open.length = place;
      },
      onattribdata: ignored,
      onattribentity: ignored,
      onattribend: ignored,
      onattribname: ignored,
      oncdata: ignored,
      oncomment: ignored,
      ondeclaration: ignored,
      onend: ignored,
      onprocessinginstruction: ignored,
      ontext: ignored,
      ontextentity: ignored,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  let flat = '';
  let from = 0;
  for (const [begin, end] of dropped) {
    flat += html.slice(from, begin);
    from = end;
  }
  return flat + html.slice(from);
}
