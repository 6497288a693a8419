import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleanHtml } from '../../../server/cleanHtml.ts';
import { readMailHtml } from '../../../server/sac/inbox/mailHtml.ts';

const TAGS = ['p', 'div', 'ul', 'ol', 'li', 'b', 'a', 'blockquote', 'table', 'tr', 'td', 'h1', 'span', 'br'];
const piece = fc.oneof(
  fc.constantFrom(...TAGS.map((tag) => `<${tag}>`), ...TAGS.map((tag) => `</${tag}>`)),
  fc.constantFrom('<img src="cid:a">', '<a href="https://x.com">', '&lt;b&gt;', '-- ', 'De: x', '<script>'),
  fc.string({ maxLength: 12 }),
);

it('whatever a page is made of, what is shown is clean, and no word of it is lost', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const { html, quotedHtml } = readMailHtml(`${pieces.join('')} palavra`, () => 'a.png');
      expect(cleanHtml(html)).toBe(html);
      expect(cleanHtml(quotedHtml)).toBe(quotedHtml);
      if (
        !pieces.join('').includes('<script>') &&
        !pieces.some((each) => /[<>]/.test(each) && !/^<\/?[a-z]/.test(each))
      )
        expect(`${html}${quotedHtml}`).toContain('palavra');
    }),
  );
});

it('a page that is made to be costly is read as far as it goes', () => {
  const deep = `<b><a href="https://x.com/${'a'.repeat(2_000)}">`.repeat(100);
  const { html } = readMailHtml(`${deep}${'x<br>'.repeat(100_000)}`, () => undefined);
  expect(html.length).toBeLessThan(2_000_000);
  expect(readMailHtml('<ul>'.repeat(10_000), () => undefined).html).toBe('');
});
