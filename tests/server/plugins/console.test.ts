import { describe, expect, it } from '@jest/globals';
import { catalogue } from '#contract/index.ts';
import { pathsOf } from '#contract/route.ts';
import { CALL_PATTERN, isPagePath } from '#server/plugins/console.ts';
import { screenPaths } from '../../e2e/support/everyScreen/stops.ts';

const first = (path: string) => path.split('/')[1] ?? '';

const calls = Object.values(catalogue).flatMap((routes) =>
  Object.values(routes).flatMap((route) => pathsOf(route)),
);

/** The addresses that a browser may be at, as listed in src/App.tsx. */
const screens = screenPaths().map((path) => path.replace(/:\w+/g, '7'));

describe('page of the console', () => {
  it('is served for every screen, at its own address', () => {
    expect(screens.length).toBeGreaterThan(60);
    expect(screens.filter((path) => !isPagePath(path))).toEqual([]);
  });

  it('is served for what a proxy before the API leaves to the console', () => {
    const call = new RegExp(CALL_PATTERN);
    expect([...screens, '/', '/login', '/login?x=1'].filter((path) => call.test(path))).toEqual([]);
    expect(calls.filter((path) => !call.test(path))).toEqual([]);
  });

  it.each([
    '/',
    '/login',
    '/home',
    '/tickets',
    '/tickets/12',
    '/configuracao/relatorios/vendas',
    '/redefinir-senha',
  ])('is served for %s', (path) => expect(isPagePath(path)).toBe(true));

  it('is not served below the first part of any call', () => {
    expect(calls.length).toBeGreaterThan(200);
    const left = calls.filter((path) => isPagePath(`/${first(path)}/nada-disso`));
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
  ])('is not served for %s', (path) => expect(isPagePath(path, 'devolucao')).toBe(false));

  it('is not served for an address that cannot be read', () => expect(isPagePath(null)).toBe(false));
});
