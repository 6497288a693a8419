import { brandFacts, type PaperBrand } from '../../text/paper.ts';
import { textAsHtml } from '../../text/plainText.ts';

/** A reply's text is above this line; readers of replies ignore the rest. */
export const REPLY_ABOVE = '##- Responda acima desta linha -##';

/** The id by which the page of an e-mail shows its logo, which travels with it. */
export const LOGO_ID = 'marca@balcao';

/** The logo is drawn twice as fine as it is shown. */
const LOGO = { width: 200, height: 48 };

const MARK = `<p>${REPLY_ABOVE}</p>`;

/**
 * An e-mail as a page of its own, headed by the brand. `body` is sanitized. Styles stand at the elements and the head is a
 * table, because mail programs drop everything else. The mark for replies stays first: what a program quotes above it would
 * be read as the answer.
 */
export function brandedHtml(body: string, brand: PaperBrand): string {
  const isMarked = body.startsWith(MARK);
  const facts = brandFacts(brand).map((fact) => `<br>${textAsHtml(fact)}`);
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:16px;background:#ffffff;color:#1a1f24;font:15px/1.5 Arial,sans-serif">
${isMarked ? `<p style="margin:0 0 12px;color:#5b6570;font-size:12px">${REPLY_ABOVE}</p>\n` : ''}\
<table role="presentation" cellpadding="0" cellspacing="0" width="100%" \
style="max-width:640px;margin-bottom:16px;border-bottom:3px solid ${textAsHtml(brand.cor)}"><tr>
${logoCell(brand)}<td style="padding:0 0 8px;color:#1a1f24;font:600 16px/1.3 Arial,sans-serif">${textAsHtml(brand.nome)}</td>
</tr></table>
<div style="max-width:640px">
${isMarked ? body.slice(MARK.length).trimStart() : body}
<p style="margin-top:24px;padding-top:8px;border-top:1px solid #c9cfd6;color:#5b6570;font-size:12px">\
${textAsHtml(brand.nome)}${facts.join('')}</p>
</div>
</body></html>`;
}

function logoCell({ picture }: PaperBrand): string {
  if (!picture) return '';
  const scale = Math.min(LOGO.width / picture.width, LOGO.height / picture.height);
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  return `<td width="${width}" style="padding:0 12px 8px 0"><img src="cid:${LOGO_ID}" alt="" width="${width}" height="${height}" style="display:block"></td>\n`;
}

const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** A plain text as paragraphs, with its addresses as links. */
export const textAsPage = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split(ADDRESS).map(linked).join('')}</p>`)
    .join('\n');

const linked = (part: string, index: number): string =>
  index % 2 === 1 ? `<a href="${textAsHtml(part)}">${textAsHtml(part)}</a>` : textAsHtml(part);
