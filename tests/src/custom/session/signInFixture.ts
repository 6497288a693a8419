import { beforeEach, jest } from '@jest/globals';
import { hardNavigation } from '#data/session.ts';
import { HttpResponse, http, loadOf, requests, serve } from '../../dataProvider/server.ts';
import { ANA, freshBrowser } from '../../resources/renderApp.tsx';

export const left = jest.fn();
jest.spyOn(hardNavigation, 'leave').mockImplementation(left);
jest.spyOn(hardNavigation, 'replace').mockImplementation(left);

export const server = serve();
export const installation = (fields = {}) =>
  http.get('/config/instalacao', () =>
    HttpResponse.json({ pendente: false, demo: false, captcha: false, pessoas: [], ...fields }),
  );
export const bodyOf = async (path: string) =>
  requests.findLast(({ method, url }) => method !== 'GET' && new URL(url).pathname === path)?.json();

/** A console on which nobody has signed in yet, for each test of one file. */
export function openSignIn(): void {
  beforeEach(() => {
    freshBrowser();
    left.mockClear();
    server.use(installation());
  });
}

export const signsIn = (who = ANA) => [
  http.post('/login/sac', () => HttpResponse.json({ token: 't' })),
  http.get('/sac/carga', () => HttpResponse.json(loadOf(who, ['SAC_HOME', 'CONTA']))),
];
