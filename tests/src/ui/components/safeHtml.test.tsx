import { describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { SafeHtml } from '#ui/components/display/SafeHtml.tsx';

const shown = (html: string) => render(<SafeHtml html={html} />).container;

describe('HTML of a message or article', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg/onload=alert(1)>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<p onclick="alert(1)" style="position:fixed;inset:0">oi</p>',
    '<form action="https://mal.exemplo"><input name="senha"></form>',
    '<base href="https://mal.exemplo/"><meta http-equiv="refresh" content="0;url=https://mal.exemplo">',
    '<span id="root" name="cookie" class="MuiBackdrop-root">x</span>',
    '<b aria-label="Aprovado" data-acao="apagar">x</b>',
    '<object data="x"></object><embed src="x"><link rel="stylesheet" href="//mal.exemplo">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  ])('executes nothing, overlays nothing and loads nothing: %s', (html) => {
    const root = shown(html);
    expect(
      root.querySelector('script,img,svg,math,iframe,form,input,base,meta,object,embed,link,style'),
    ).toBeNull();
    for (const element of root.firstElementChild?.querySelectorAll('*') ?? [])
      for (const { name } of element.attributes) expect(['href', 'title']).toContain(name);
  });

  it.each([
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//mal.exemplo',
    'blob:x',
    'file:///etc/passwd',
  ])('removes the link target %s', (href) => {
    expect(shown(`<a href="${href}">x</a>`).querySelector('a')?.hasAttribute('href')).toBe(false);
  });

  it.each(['https://exemplo.com.br', 'mailto:a@b.co', 'tel:+5511', '/tickets/1'])(
    'keeps a link to %s',
    (href) => {
      expect(shown(`<a href="${href}" target="_blank">x</a>`).querySelector('a')?.getAttribute('href')).toBe(
        href,
      );
    },
  );

  it('keeps the formatting that people use', () => {
    const html = '<p>a <b>b</b> <em>c</em></p><ul><li>d</li></ul><blockquote>e</blockquote>';
    expect(shown(html).firstElementChild?.innerHTML).toBe(html);
  });
});
