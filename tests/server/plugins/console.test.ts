import { describe, expect, it } from '@jest/globals';
import { catalogue } from '../../../contract/index.ts';
import { pathsOf } from '../../../contract/route.ts';
import { isPagePath } from '../../../server/plugins/console.ts';

const first = (path: string) => path.split('/')[1] ?? '';

describe('what the console’s page answers', () => {
  it.each([
    '/',
    '/login',
    '/home',
    '/tickets',
    '/tickets/12',
    '/configuracao/relatorios/vendas',
    '/redefinir-senha',
  ])('is the screen %s', (path) => expect(isPagePath(path)).toBe(true));

  it('is nothing below the first part of any call', () => {
    const paths = Object.values(catalogue).flatMap((routes) =>
      Object.values(routes).flatMap((route) => pathsOf(route)),
    );
    expect(paths.length).toBeGreaterThan(200);
    const left = paths.filter((path) => isPagePath(`/${first(path)}/nada-disso`));
    expect(left).toEqual([]);
  });

  it.each([
    '/.env',
    '/.git/config',
    '/tickets/.env',
    '/wp-login.php',
    '/tickets.json',
    '/SAC/tickets',
    '/Config/x',
    '//sac/tickets',
    '/tickets\\..\\x',
    '/login/sac/x',
    '/devolucao/nada',
  ])('is not %s', (path) => expect(isPagePath(path, 'devolucao')).toBe(false));

  it('is no address that cannot be read', () => expect(isPagePath(null)).toBe(false));
});
