import { describe, expect, it } from '@jest/globals';
import { cleanHtml, htmlAsText, isBlankHtml } from '#server/text/cleanHtml.ts';

const REL = 'rel="noopener noreferrer nofollow"';

describe('HTML written by a person', () => {
  it.each([
    ['keeps what the editor writes', '<p>a <strong>b</strong><em>c</em><u>d</u><s>e</s></p>', null],
    ['keeps lists, quotes and code', '<ul><li><p>a</p></li></ul><blockquote><p>b</p></blockquote>', null],
    ['keeps a link', `<a href="https://e.com/?a=1&amp;b=2" ${REL}>x</a>`, null],
    [
      'uses one tag for bold, italic and struck text',
      '<b>a</b><i>b</i><del>c</del>',
      '<strong>a</strong><em>b</em><s>c</s>',
    ],
    ['keeps the text of a heading', '<h1 id="x">Título</h1>', '<p>Título</p>'],
    ['drops scripts with their text', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['drops event handlers', '<p onclick="x()" onmouseover=y>a</p>', '<p>a</p>'],
    ['drops pictures', 'a<img src=x onerror=alert(1)>', 'a'],
    [
      'drops styles and classes',
      '<p style="position:fixed" class="MuiDialog-root" id="root">a</p>',
      '<p>a</p>',
    ],
    ['drops frames', '<iframe src="https://e.com">a</iframe>b', 'b'],
    ['drops forms', '<form action="/x"><input name=a><button>Entrar</button></form>', 'Entrar'],
    ['drops svg and math', '<svg onload=alert(1)><a xlink:href="javascript:x">t</a></svg>', 't'],
    ['drops what only looks like a comment', '<!--><img src=x onerror=alert(1)>-->a', '--&gt;a'],
    ['drops a link to a script', '<a href="javascript:alert(1)">x</a>', 'x'],
    ['drops a link to a script with a line break in it', '<a href="java\nscript:alert(1)">x</a>', 'x'],
    ['drops a link to data', '<a href="data:text/html,<script>1</script>">x</a>', 'x'],
    ['drops links to our own pages', '<a href="/config/sair">x</a><a href="//e.com">y</a>', 'xy'],
    [
      'opens links without an opener or referrer',
      '<a href="https://e.com" target="_top">x</a>',
      `<a href="https://e.com" ${REL}>x</a>`,
    ],
    [
      'keeps a link to an e-mail address',
      '<a href="mailto:a@e.com">x</a>',
      `<a href="mailto:a@e.com" ${REL}>x</a>`,
    ],
    ['closes open tags', '<p><strong>a', '<p><strong>a</strong></p>'],
    ['keeps text as text', '&lt;script&gt; 1 < 2 & 3', '&lt;script&gt; 1 &lt; 2 &amp; 3'],
    ['drops control characters', 'a\u0000b\u0007c', 'abc'],
  ])('%s', (_, given, expected) => {
    expect(cleanHtml(given)).toBe(expected ?? given);
  });

  it('is unchanged when cleaned again, however deep it is', () => {
    const deep = `${'<blockquote>'.repeat(500)}a${'</blockquote>'.repeat(500)}`;
    const once = cleanHtml(deep);
    expect(once.length).toBeLessThan(1000);
    expect(once).toContain('a');
    expect(cleanHtml(once)).toBe(once);
  });

  it.each([
    '',
    '<p></p>',
    '<p><br></p><p>&nbsp; </p>',
    '<ul><li></li></ul>',
    '<p>\u200b\ufeff</p>',
    '<img src=x>',
  ])('is blank as %j', (html) => expect(isBlankHtml(cleanHtml(html))).toBe(true));
});

describe('HTML as text', () => {
  it.each([
    ['<p>um</p><p>dois<br>três</p>', 'um\n\ndois\ntrês'],
    ['<ul><li><p>a</p></li><li><p>b</p></li></ul><p>c</p>', '- a\n- b\n\nc'],
    ['<a href="https://e.com/?a=1&b=2">veja</a>', 'veja (https://e.com/?a=1&b=2)'],
    [
      '<a href="https://e.com">https://e.com</a> <a href="mailto:a@e.com">a@e.com</a>',
      'https://e.com a@e.com',
    ],
    ['&lt;b&gt; &amp;lt; "x"', '<b> &lt; "x"'],
  ])('%s', (html, text) => expect(htmlAsText(cleanHtml(html))).toBe(text));
});
