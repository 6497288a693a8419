import { beforeAll, describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { keepStyles } from '#tests/support/screens/noStyles.ts';

describe('ThemeProvider under a strict content security policy', () => {
  beforeAll(() => {
    keepStyles();
    const meta = document.createElement('meta');
    meta.setAttribute('property', 'csp-nonce');
    document.head.append(meta);
    // Like a browser: the attribute is emptied while the property keeps the value.
    meta.setAttribute('nonce', '');
    Object.defineProperty(meta, 'nonce', { value: 'abc123' });
  });

  it('sets the nonce of the page on every style element', async () => {
    const { ThemeProvider } = await import('#ui/theme/theme.tsx');
    render(<ThemeProvider>conteúdo</ThemeProvider>);
    const styles = [...document.querySelectorAll('style')];
    expect(styles.length).toBeGreaterThan(0);
    expect(styles.filter((style) => style.getAttribute('nonce') !== 'abc123')).toEqual([]);
  });
});

describe('public/theme.js', () => {
  const paint = async (stored: string | null, systemDark: boolean) => {
    const { readFileSync } = await import('node:fs');
    const script = readFileSync('public/theme.js', 'utf8');
    const root = document.createElement('html');
    new Function('localStorage', 'matchMedia', 'document', script)(
      { getItem: (key: string) => (key === 'balcao.tema' ? stored : null) },
      () => ({ matches: systemDark }),
      { documentElement: root },
    );
    return root.getAttribute('data-tema');
  };

  it('applies the chosen theme, otherwise that of the system', async () => {
    expect(await paint('dark', false)).toBe('dark');
    expect(await paint('light', true)).toBe('light');
    expect(await paint('system', true)).toBe('dark');
    expect(await paint(null, false)).toBe('light');
  });

  it('uses the storage key and attribute of the theme', async () => {
    const { MODE_STORAGE_KEY, SCHEME_ATTRIBUTE } = await import('#ui/theme/theme.tsx');
    expect([MODE_STORAGE_KEY, SCHEME_ATTRIBUTE]).toEqual(['balcao.tema', 'data-tema']);
  });
});
