import { jest } from '@jest/globals';
import { notifyManager } from '@tanstack/react-query';
import { act, configure, render } from '@testing-library/react';
import type { Permission } from '#contract/permissions.ts';
import type { InitialLoad } from '#contract/session/session.ts';
import { clearSession, pageMemory } from '#data/session.ts';
import { App } from '#src/App.tsx';
import { HttpResponse, http, loadOf, person } from '../dataProvider/server.ts';
import { routerAt } from '../routerAt.tsx';

// A busy machine may be slow; no test asserts a duration.
configure({ asyncUtilTimeout: 20_000 });
// Responses arrive between two steps of a test, and React requires `act` for them.
notifyManager.setNotifyFunction((notify) => act(notify));
// jsdom has no layout, so there is nothing to scroll.
window.scrollTo = () => {};
Element.prototype.scrollTo = () => {};

/** The console as delivered, at `path`; its calls go to the test server. */
export function renderApp(path: string) {
  const { router, at } = routerAt(path);
  return { router, ...render(at(<App />)) };
}

export const ANA = person(7);

/** Initial responses for a person signed in with these grants, who also sees personal data like every role by default. */
export function signedIn(
  grants: readonly Permission[],
  who: InitialLoad['colaborador'] = ANA,
  masked = false,
) {
  localStorage.setItem('APP', JSON.stringify({ id: who.id, nome: who.nome }));
  return [
    http.get('/sac/validar-sessao', () => HttpResponse.json({ message: 'ok' })),
    http.get('/sac/carga', () =>
      HttpResponse.json(loadOf(who, masked ? grants : [...grants, 'DADOS_PESSOAIS'])),
    ),
    // Nobody follows a ticket, unless a test arranges it.
    http.get('/sac/tickets/:idTicket/seguidores', () => HttpResponse.json([])),
    // Nor is anybody in copy of its e-mails.
    http.get('/sac/tickets/:idTicket/copias', () =>
      HttpResponse.json({ data: { copias: [], propostas: [] } }),
    ),
    // No home page, unless a test arranges one.
    http.get('/config/painel-inicial', () =>
      HttpResponse.json({ data: { painel: null, faltam: 0, vazia: false } }),
    ),
    // Nobody is away.
    http.get('/config/minhas-ausencias', () => HttpResponse.json([])),
    // No extra fields, unless a test defines some.
    http.get('/sac/consultas/cadastro-campos-adicionais', () =>
      HttpResponse.json({ entidade: 'ticket', titulo: '', campos: [] }),
    ),
    http.get('/sac/tickets/:id/campos-adicionais', () =>
      HttpResponse.json({ versao: 1, exibicao: [], podeAlterar: false, valores: {} }),
    ),
  ];
}

/** Simulates a window of desktop or phone width, since jsdom has neither. */
export function windowOf(width: number) {
  window.matchMedia = (query) => {
    const [, bound = '', pixels = '0'] = /(min|max)-width:\s*([\d.]+)px/.exec(query) ?? [];
    const matches = bound === 'min' ? width >= Number(pixels) : bound === 'max' && width <= Number(pixels);
    const still = { addListener() {}, removeListener() {} };
    return Object.assign(new EventTarget(), { matches, media: query, onchange: null, ...still });
  };
}

/** The person comes back to the window an hour later, and what is old is requested again. `jest.restoreAllMocks` ends it. */
export function comeBackLater() {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + 3_600_000);
  act(() => {
    window.dispatchEvent(new Event('visibilitychange'));
  });
}

/** A browser that has not been used before. */
export function freshBrowser() {
  clearSession();
  pageMemory.hasPreviousUserData = false;
  localStorage.clear();
  sessionStorage.clear();
}
