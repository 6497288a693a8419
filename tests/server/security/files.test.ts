import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanFileName } from '#server/adapters/files/cleanFileName.ts';
import { type ReturnsFixture, returnsFixture, sendForm } from '../sac/returnsFixture.ts';

let fixture: ReturnsFixture;
beforeAll(async () => {
  fixture = await returnsFixture();
});
afterAll(() => fixture?.close());

const send = (content: string, name: string) =>
  sendForm(fixture, '/config/arquivos', fixture.tokens.CONSUMIDOR_FINAL, [['arquivo', [content, name]]]);

describe('file made to keep the server busy', () => {
  // With a backtracking pattern, none of these would end within the test's time limit.
  it.each([
    ['comments', '<!---->'.repeat(9_000)],
    ['unclosed comments', '<!--'.repeat(16_000)],
    ['spaces', ' '.repeat(65_000)],
    ['processing instructions', '<?xml '.repeat(10_000)],
    ['a mixture', ' <!-- --> <?a?>'.repeat(4_000)],
    ['an endless tag name', `<${'a'.repeat(65_000)}`],
  ])('is rejected at once: %s', async (_what, content) => {
    const { status, body } = await send(`${content}!`, 'nota.pdf');
    expect([status, body.code]).toEqual([422, 'ARQUIVO_TIPO_FALSO']);
  });

  it('gets its name shortened at once, even as long as a header', () => {
    expect(cleanFileName(`x${'.'.repeat(200_000)}y.pdf`)).toMatch(/y\.pdf$/);
    expect(cleanFileName(`x${' '.repeat(200_000)}`)).toBe('arquivo');
  });
});

describe('file name', () => {
  it('is never cut in the middle of a character', () => {
    for (const length of [192, 193, 194, 195]) {
      const name = cleanFileName(`${'a'.repeat(length)}${'\u{1F600}'.repeat(10)}.pdf`);
      expect(() => encodeURIComponent(name)).not.toThrow();
    }
    expect(cleanFileName('a\ud800b.pdf')).toBe('ab.pdf');
  });
});
