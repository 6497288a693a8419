import { describe, expect, it } from '@jest/globals';
import { readInvoiceXml } from '#server/sac/tickets/steps/returnInvoice.ts';
import { cleanHtml, htmlAsText } from '#server/text/cleanHtml.ts';

/**
 * Everyone waits while a text is parsed, so the worst text must take moments, not minutes. Measures processor time only,
 * because what other processes use in the meantime says nothing about the text.
 */
const seconds = (work: () => unknown) => {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000_000;
};

describe('text designed to be slow to parse', () => {
  it.each([
    ['spaces', `<p>${' '.repeat(100_000)}x</p>`],
    ['non-breaking spaces', `<p>${'\u00a0'.repeat(100_000)}x</p>`],
    ['line breaks', `${'<br>'.repeat(40_000)}x`],
    ['open tags', '<p>'.repeat(40_000)],
    ['open links', '<a href="https://e.com">'.repeat(6_000)],
    ['angle brackets', '<'.repeat(100_000)],
  ])('is processed in time as a message full of %s', (_, html) => {
    expect(seconds(() => htmlAsText(cleanHtml(html)))).toBeLessThan(5);
  });

  it.each([
    ['open infNFe tags', '<infNFe '],
    ['open Id attributes', '<infNFe Id=     '],
    ['open chNFe tags', '<chNFe>'],
    ['open comments', '<!--'],
  ])('is processed in time as an XML full of %s', (_, part) => {
    expect(seconds(() => readInvoiceXml(part.repeat((16 * 1024 * 1024) / part.length)))).toBeLessThan(5);
  });
});

it('the key of an NF-e is found wherever its attributes place it', () => {
  const key = '1'.repeat(44);
  expect(readInvoiceXml(`<nfe:infNFe versao="4.00"\n Id = 'NFe${key}'>`).chave).toBe(key);
  expect(readInvoiceXml(`<infNFe versao="4.00"></infNFe><chNFe>${key}</chNFe>`).chave).toBe(key);
});
