import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readMailHtml } from '#server/sac/inbox/mailHtml.ts';
import { cleanHtml } from '#server/text/cleanHtml.ts';

const TAGS = ['p', 'div', 'ul', 'ol', 'li', 'b', 'a', 'blockquote', 'table', 'tr', 'td', 'h1', 'span', 'br'];
const sound = fc.oneof(
  fc.constantFrom(...TAGS.map((tag) => `<${tag}>`), ...TAGS.map((tag) => `</${tag}>`)),
  fc.constantFrom('<img src="cid:a">', '<a href="https://x.com">', '&lt;b&gt;', '-- ', 'De: x', '> '),
);
const page = (pieces: readonly string[]) => readMailHtml(pieces.join(''), () => 'a.png');

it('HTML of an e-mail is always clean, whatever the page contains', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(sound, fc.string({ maxLength: 12 }), fc.constant('<script>')), { maxLength: 40 }),
      (pieces) => {
        const { html, quotedHtml } = page(pieces);
        expect([cleanHtml(html), cleanHtml(quotedHtml)]).toEqual([html, quotedHtml]);
      },
    ),
  );
});

it('HTML of an e-mail keeps every word of a sound page', () => {
  fc.assert(
    fc.property(fc.array(sound, { maxLength: 40 }), (pieces) => {
      const words = pieces.map((each, index) => `${each} palavra${index}fim `);
      const { html, quotedHtml } = page(words);
      for (const [index] of words.entries()) expect(`${html}${quotedHtml}`).toContain(`palavra${index}fim`);
    }),
  );
});

it('HTML of an e-mail that is costly to parse is read only up to a limit', () => {
  const deep = `<b><a href="https://x.com/${'a'.repeat(2_000)}">`.repeat(100);
  expect(page([`${deep}${'x<br>'.repeat(100_000)}`]).html.length).toBeLessThan(2_000_000);
  expect(page(['<ul>'.repeat(10_000)]).html).toBe('');
});
