import sanitizeHtml from 'sanitize-html';
import { foldLines, QUOTE_STARTS } from '#contract/rules/mails/foldQuotes.ts';
import { cleanHtml } from '../../text/cleanHtml.ts';
import { flatHtml } from '../../text/flatHtml.ts';
import { plainText } from '../../text/plainText.ts';

/** An e-mail's text as the console shows it, and the quoted part below it. */
export interface MailText {
  html: string;
  quotedHtml: string;
  /** Content-IDs of pictures in the new part; those in the quotation came with an earlier e-mail. */
  shown: ReadonlySet<string>;
  /** Whether it contains more than paragraphs of text: a list, a table, a link or a picture. */
  structured: boolean;
}

/** One line of text as a mail program would show it, with its context. */
interface Line {
  html: string;
  text: string;
  /** The enclosing lists, innermost last. */
  lists: readonly ('ul' | 'ol')[];
  quoted: boolean;
  /** Whether it starts a new paragraph or list item instead of continuing the previous line. */
  begins: boolean;
  point: boolean;
  cids: string[];
}

/** The rest of a longer page is ignored, since no person wrote it. */
const MAX_LINES = 5_000;
const MAX_LENGTH = 400_000;

/** Quotations by Gmail, Outlook, Yahoo and Thunderbird that are not marked with `blockquote`. */
const QUOTING =
  /<div[^>]{0,200}\b(?:class="[^"]{0,100}(?:gmail_quote|yahoo_quoted|moz-cite-prefix)|id="(?:appendonsend|divRplyFwdMsg|mail-editor-reference-message-container))/gi;

/** Splits an HTML text into the new part and the quoted part, both limited to the markup that console messages allow. */
export function readMailHtml(html: string, nameOf: (cid: string) => string | undefined): MailText {
  const lines = linesOf(html, nameOf);
  const folded = foldLines(lines.map(({ text, quoted }) => (quoted ? `> ${text}` : text)));
  const pick = (indexes: readonly number[]) => indexes.flatMap((index) => lines[index] ?? []);
  const [fresh, quoted] = [pick(folded.fresh), pick(folded.quoted)];
  const withoutMarks = (some: readonly Line[]) => some.filter(({ text }) => !text.includes(QUOTE_STARTS));
  return {
    html: rendered(withoutMarks(fresh)),
    quotedHtml: rendered(withoutMarks(quoted)),
    shown: new Set(fresh.flatMap(({ cids }) => cids)),
    structured: fresh.some(
      ({ lists, cids, html: own, text }) =>
        lists.length > 0 || cids.length > 0 || own.includes('<a ') || text.includes(CELLS),
    ),
  };
}

/** Separates table cells, since messages cannot contain tables. */
const CELLS = ' | ';

const INLINE = ['strong', 'em', 'u', 's', 'code', 'a'];
const SAME_AS: Record<string, string> = { b: 'strong', i: 'em', del: 's', strike: 's' };
const BLOCKS = ['p', 'div', 'section', 'article', 'header', 'footer', 'table', 'tr', 'pre', 'center', 'hr'];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const READ = [
  ...INLINE,
  ...Object.keys(SAME_AS),
  ...BLOCKS,
  ...HEADINGS,
  ...['br', 'ul', 'ol', 'li', 'blockquote', 'td', 'th', 'img'],
];

/** Sanitizes the HTML but keeps the block elements and pictures that show where a line ends. */
const sanitized = (html: string) =>
  sanitizeHtml(
    flatHtml(plainText(html)).replace(QUOTING, (found) => `<p>${QUOTE_STARTS}</p>${found}`),
    {
      allowedTags: READ,
      allowedAttributes: { a: ['href'], img: ['src'] },
      allowedSchemes: ['http', 'https', 'mailto', 'cid'],
      allowProtocolRelative: false,
      nonTextTags: [
        'script',
        'style',
        'textarea',
        'option',
        'noscript',
        'title',
        'template',
        'iframe',
        'xmp',
      ],
      nestingLimit: 100,
    },
  );

/** The state while walking through the tags. */
class LineBuilder {
  readonly lines: Line[] = [];
  private lists: ('ul' | 'ol')[] = [];
  private quotes = 0;
  /** The line's open tags with their attributes; a line break closes and reopens them. */
  private open: { name: string; tag: string }[] = [];
  private html = '';
  private text = '';
  private cids: string[] = [];
  private begins = true;
  private point = false;
  /** The number of cells in the row so far, and of lines before the latest cell. */
  private cells = 0;
  private before = 0;
  private letters = 0;
  private readonly nameOf: (cid: string) => string | undefined;

  constructor(nameOf: (cid: string) => string | undefined) {
    this.nameOf = nameOf;
  }

  get isFull() {
    return this.lines.length >= MAX_LINES || this.letters > MAX_LENGTH;
  }

  words(escaped: string) {
    const flat = escaped.replace(/[\s\u00a0]+/g, ' ');
    const added = this.text === '' || this.text.endsWith(' ') ? flat.trimStart() : flat;
    this.html += added;
    this.text += added;
  }

  /** Ends the current line; an empty one is dropped. `paragraph`: the next line starts a new paragraph. */
  end(paragraph: boolean) {
    if (this.text.trim() !== '') {
      const closing = this.open.map(({ name, tag }) => (tag ? `</${name}>` : '')).reverse();
      this.lines.push({
        html: `${this.html.trimEnd()}${closing.join('')}`,
        text: unescaped(this.text).trimEnd(),
        lists: [...this.lists],
        quoted: this.quotes > 0,
        begins: this.begins,
        point: this.point,
        cids: this.cids,
      });
      this.letters += this.html.length;
      this.begins = false;
      this.point = false;
    }
    this.begins ||= paragraph;
    this.html = this.open.map(({ tag }) => tag).join('');
    this.text = '';
    this.cids = [];
  }

  tag(name: string, closes: boolean, attributes: string) {
    if (name === 'br') this.end(false);
    else if (name === 'img') this.picture(attributes);
    else if (name === 'td' || name === 'th') this.cell(closes);
    else if (HEADINGS.includes(name)) this.heading(closes);
    else if (INLINE.includes(name) || SAME_AS[name]) this.inline(SAME_AS[name] ?? name, closes, attributes);
    else this.block(name, closes);
  }

  private block(name: string, closes: boolean) {
    // A paragraph that starts a cell continues the row's line.
    if (closes || !this.text.endsWith(CELLS)) this.end(true);
    if (name === 'tr') this.cells = 0;
    if (name === 'li') this.point = !closes;
    if (name === 'blockquote') this.quotes = Math.max(0, this.quotes + (closes ? -1 : 1));
    if (name !== 'ul' && name !== 'ol') return;
    if (closes) this.lists.pop();
    else if (this.lists.length < DEEPEST) this.lists.push(name);
  }

  /**
   * Cells with one line each are joined into one line; a row with longer cells is page layout, and its paragraphs are kept.
   */
  private cell(closes: boolean) {
    if (closes) return;
    const [last] = this.lines.slice(-1);
    if (this.cells > 0 && this.open.length === 0 && last) {
      if (this.text.trim() === '' && this.lines.length === this.before + 1) {
        this.lines.pop();
        [this.html, this.text, this.cids] = [last.html, escaped(last.text), last.cids];
        [this.begins, this.point] = [last.begins, last.point];
      }
    }
    if (this.cells > 0 && this.text.trim() !== '') {
      this.html = `${this.html.trimEnd()}${CELLS}`;
      this.text = `${this.text.trimEnd()}${CELLS}`;
    }
    this.before = this.lines.length;
    this.cells++;
  }

  private heading(closes: boolean) {
    if (!closes) this.end(true);
    this.inline('strong', closes, '');
    if (closes) this.end(true);
  }

  private inline(name: string, closes: boolean, attributes: string) {
    if (!closes) {
      const tag = this.open.length < DEEPEST ? `<${name}${attributes}>` : '';
      this.open.push({ name, tag });
      this.html += tag;
    } else if (this.open.at(-1)?.name === name && this.open.pop()?.tag) this.html += `</${name}>`;
  }

  /** Only pictures included in the e-mail: fetching a remote one would tell its server that the e-mail was read. */
  private picture(attributes: string) {
    const cid = /src="cid:([^"]{1,300})"/i.exec(attributes)?.[1];
    const name = cid && this.nameOf(unescaped(cid));
    if (!cid || !name) return;
    this.cids.push(unescaped(cid));
    this.words(escaped(` [imagem: ${name}] `));
  }
}
const DEEPEST = 6;

function linesOf(html: string, nameOf: (cid: string) => string | undefined): Line[] {
  const walk = new LineBuilder(nameOf);
  for (const [, closes, name, attributes, words] of sanitized(html).matchAll(
    /<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+)/g,
  )) {
    if (walk.isFull) break;
    if (name) walk.tag(name, closes === '/', (attributes ?? '').replace(/\s*\/$/, ''));
    else walk.words(words ?? '');
  }
  walk.end(true);
  return walk.lines;
}

/** Puts list items in lists, quoted lines in a block quote, and the rest in paragraphs. */
function rendered(lines: readonly Line[]): string {
  let html = '';
  let lists: readonly ('ul' | 'ol')[] = [];
  let quoted = false;
  let inside: 'p' | 'li' | '' = '';
  const endBlock = () => {
    if (inside === 'p') html += '</p>';
    inside = '';
  };
  const toLists = (next: readonly ('ul' | 'ol')[]) => {
    let same = 0;
    while (same < lists.length && same < next.length && lists[same] === next[same]) same++;
    for (const list of lists.slice(same).reverse()) html += `</li></${list}>`;
    // A nested list is placed inside the item of the outer list.
    for (const list of next.slice(same)) html += `<${list}><li>`;
    const opened = next.length > same;
    lists = next;
    return opened;
  };
  for (const line of lines) {
    if (goesOn(line) && inside && line.quoted === quoted && line.lists.length === lists.length) {
      html += `<br>${line.html}`;
      continue;
    }
    endBlock();
    if (line.quoted !== quoted) {
      toLists([]);
      html += line.quoted ? '<blockquote>' : '</blockquote>';
      quoted = line.quoted;
    }
    if (line.lists.length > 0) {
      if (!toLists(line.lists)) html += '</li><li>';
      html += line.html;
      inside = 'li';
    } else {
      toLists([]);
      html += `<p>${line.html}`;
      inside = 'p';
    }
  }
  endBlock();
  toLists([]);
  return cleanHtml(quoted ? `${html}</blockquote>` : html);
}

/** A further paragraph within an item does not start a new item. */
const goesOn = ({ begins, point, lists }: Line) => !begins || (lists.length > 0 && !point);

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|nbsp|#\d{1,6});/g, (_all, name: string) =>
    name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1)) % 0x110000) : (NAMED[name] ?? ''),
  );
