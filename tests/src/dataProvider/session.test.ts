import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ticketRoutes } from '#contract/sac/tickets.ts';
import { authProvider, endOnServer, finishSignOut, onLoadFailure, signIn } from '#data/authProvider.ts';
import { chooseBusiness, ownBusiness } from '#data/business.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import {
  clearSession,
  currentInitialLoad,
  isOwnPath,
  keepLoad,
  onSessionLost,
  rememberDestination,
  rememberedPerson,
  type SessionRecovery,
  storeForPerson,
  takeDestination,
} from '#data/session.ts';
import { HttpResponse, http, inTurn, loadOf, person, refusal, requested, serve } from './server.ts';

const server = serve();
const expired = () => refusal(401, 'Sua sessão terminou.');
const ok = () => HttpResponse.json([]);
const totals = () => call(ticketRoutes.totals, { query: {} });
const ana = loadOf(person(7), ['SAC_TICKETS']);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearSession();
  onSessionLost(async () => 'gone');
  onLoadFailure((failure) => Promise.reject(failure));
});

/** A person who is asked to sign in again and does not respond until `answer` is called. */
function requestedPerson() {
  let answer: (outcome: SessionRecovery) => void = () => {};
  const question = jest.fn(
    () =>
      new Promise<SessionRecovery>((resolve) => {
        answer = resolve;
      }),
  );
  onSessionLost(question);
  return { question, answer: (outcome: SessionRecovery) => answer(outcome) };
}

/** Resolves once that many calls were sent and one of the responses has triggered the question. */
const arrived = (count: number, question: { mock: { calls: unknown[] } }) =>
  new Promise<void>((resolve) => {
    const look = () =>
      requested.length >= count && question.mock.calls.length > 0 ? resolve() : setTimeout(look, 5);
    look();
  });

describe('session that expires during use', () => {
  it('asks once for all calls that fail together, and repeats each after the renewal', async () => {
    const { question, answer } = requestedPerson();
    server.use(http.get('/sac/tickets/totais', inTurn(expired, expired, expired, ok)));
    const calls = Promise.all([totals(), totals(), totals()]);
    await arrived(3, question);
    answer('renewed');
    expect(await calls).toEqual([[], [], []]);
    expect(question).toHaveBeenCalledTimes(1);
    expect(requested).toHaveLength(6);
  });

  it('repeats, without asking again, a call sent before the renewal and refused after it', async () => {
    const { question, answer } = requestedPerson();
    let refuseLate = (_: Response) => {};
    server.use(
      http.get('/sac/tickets/totais', inTurn(expired, ok)),
      http.get(
        '/sac/tickets/recentes',
        inTurn(() => new Promise<Response>((resolve) => (refuseLate = resolve)) as never, ok),
      ),
    );
    const late = call(ticketRoutes.recent, {});
    const first = totals();
    await arrived(2, question);
    answer('renewed');
    await first;
    refuseLate(expired());
    expect(await late).toEqual([]);
    expect(question).toHaveBeenCalledTimes(1);
  });

  it('holds other calls while the person is asked, since another person could sign in', async () => {
    const { question, answer } = requestedPerson();
    server.use(http.get('/sac/tickets/totais', inTurn(expired, ok)), http.get('/sac/tickets/recentes', ok));
    const first = totals();
    await arrived(1, question);
    const meanwhile = call(ticketRoutes.recent, {});
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(requested).toEqual(['GET /sac/tickets/totais']);
    answer('renewed');
    await Promise.all([first, meanwhile]);
    expect(requested).toHaveLength(3);
  });

  it('does not hold the sign-in itself meanwhile', async () => {
    const { question, answer } = requestedPerson();
    keepLoad(ana);
    server.use(
      http.get('/sac/tickets/totais', inTurn(expired, ok)),
      http.post('/login/sac', () => HttpResponse.json({ token: 't' })),
      http.get('/sac/carga', () => HttpResponse.json(ana)),
    );
    const first = totals();
    await arrived(1, question);
    await signIn({ cpf: '40000000477', senha: 'balcao-demo' });
    answer('renewed');
    expect(await first).toEqual([]);
  });

  it('rejects the calls when nobody signs in again, and repeats no call twice', async () => {
    server.use(http.get('/sac/tickets/totais', expired));
    await expect(totals()).rejects.toMatchObject({ status: 401, message: 'Sua sessão terminou.' });
    expect(requested).toHaveLength(1);
    onSessionLost(async () => 'renewed');
    await expect(totals()).rejects.toMatchObject({ status: 401 });
    expect(requested).toHaveLength(3);
  });

  it('treats the 401 of a wrong password as such', async () => {
    const { question } = requestedPerson();
    server.use(http.post('/login/sac', () => refusal(401, 'CPF ou senha incorretos.')));
    await expect(signIn({ cpf: '1', senha: '2' })).rejects.toThrow('CPF ou senha incorretos.');
    expect(question).not.toHaveBeenCalled();
    expect(currentInitialLoad()).toBeNull();
  });
});

describe('sign-in and sign-out', () => {
  const signsInAs = (load: typeof ana) =>
    server.use(
      http.post('/login/sac', () => HttpResponse.json({ token: 't' })),
      http.get('/sac/carga', () => HttpResponse.json(load)),
    );
  const leftovers = [
    'TICKETS:||x',
    'TICKETS.caminho',
    'TICKETS.temVisoes',
    'after_login',
    'banner.1',
    'colunas-tickets',
    'filtros',
    'RaStorebalcao.tickets.listParams',
  ];

  it('request the token, then the initial load, and store no token of our own server', async () => {
    signsInAs(ana);
    await signIn({ cpf: '40000000477', senha: 'balcao-demo' });
    expect(requested).toEqual(['POST /login/sac', 'GET /sac/carga']);
    expect(rememberedPerson()).toEqual({ id: 7, nome: 'Ana Paula de Souza' });
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('"t"');
    expect((await authProvider.getPermissions?.({}))?.can('SAC_TICKETS')).toBe(true);
  });

  it('clear all data on Sair, in storage and in memory, except the theme', async () => {
    keepLoad(ana);
    for (const key of leftovers) localStorage.setItem(key, '1');
    localStorage.setItem('balcao.tema', 'dark');
    const ofAnother = ['APP|https://sul.example', 'TICKETS:https://sul.example||x'];
    for (const key of ofAnother) localStorage.setItem(key, '1');
    server.use(http.post('/config/sair', () => HttpResponse.json({ message: 'ok' })));
    expect(await authProvider.logout({})).toBe('/login');
    expect(currentInitialLoad()).toBeNull();
    expect(Object.keys(localStorage).sort()).toEqual([...ofAnother, 'balcao.tema'].sort());
    localStorage.clear();
  });

  it('store nothing that arrives for a person who has left, until somebody signs in', async () => {
    const late = () => storeForPerson(localStorage, 'TICKETS.temVisoes', '1');
    keepLoad(ana);
    server.use(http.post('/config/sair', () => HttpResponse.json({ message: 'ok' })));
    await authProvider.logout({});
    late();
    expect(Object.keys(localStorage)).toEqual([]);
    keepLoad(ana);
    late();
    expect(Object.keys(localStorage).sort()).toEqual(['APP', 'TICKETS.temVisoes']);
  });

  it('lead nobody back to the page left by Sair, even if a call of it is refused afterwards', async () => {
    history.replaceState(null, '', '/tickets?status=ABERTO');
    keepLoad(ana);
    server.use(http.post('/config/sair', () => HttpResponse.json({ message: 'ok' })));
    await authProvider.logout({});
    // What react-admin does once a later call of the page is refused.
    await authProvider.logout({});
    expect(takeDestination()).toBe('/');
    // A session that is lost without Sair has its page again.
    keepLoad(ana);
    clearSession();
    await authProvider.logout({});
    expect(takeDestination()).toBe('/tickets?status=ABERTO');
  });

  it.each([
    ['Sair', () => authProvider.logout({})],
    ['giving up a required second factor', () => endOnServer()],
  ])('ask nobody to sign in when a call is refused during %s', async (_name, leaves) => {
    keepLoad(ana);
    const question = jest.fn(async (): Promise<SessionRecovery> => 'gone');
    onSessionLost(question);
    let refused: Promise<unknown> = Promise.resolve();
    server.use(
      http.get('/sac/tickets/totais', expired),
      // The session has ended on the server, and the answer to Sair is still on its way.
      http.post('/config/sair', async () => {
        refused = totals();
        await refused.catch(() => undefined);
        return HttpResponse.json({ message: 'ok' });
      }),
    );
    await leaves();
    await expect(refused).rejects.toMatchObject({ status: 401 });
    expect(question).not.toHaveBeenCalled();
    // The next session is asked about again.
    keepLoad(ana);
    await expect(totals()).rejects.toMatchObject({ status: 401 });
    expect(question).toHaveBeenCalledTimes(1);
  });

  it('keep nothing of the previous person for another one', async () => {
    keepLoad(ana);
    for (const key of leftovers) localStorage.setItem(key, '1');
    for (const key of leftovers) sessionStorage.setItem(key, '1');
    signsInAs(loadOf(person(8, 'Beto Lima')));
    await signIn({ cpf: '1', senha: '2' });
    expect(Object.keys(localStorage)).toEqual(['APP']);
    expect(Object.keys(sessionStorage).filter((key) => key !== 'TICKETS:||x')).toEqual([]);
    expect(rememberedPerson()?.id).toBe(8);
  });

  it('keep the session of our own server when leaving another business', async () => {
    keepLoad(ana);
    chooseBusiness({ ...ownBusiness(), NAME: 'Sul', API_URL: 'https://sul.example' });
    keepLoad(loadOf(person(4, 'Beto Lima')));
    clearSession();
    chooseBusiness(ownBusiness());
    expect(rememberedPerson()?.id).toBe(7);
  });

  it('keep the filters and the destination of the same person', async () => {
    keepLoad(ana);
    for (const key of leftovers) localStorage.setItem(key, '1');
    signsInAs(ana);
    await signIn({ cpf: '1', senha: '2' });
    expect(Object.keys(localStorage).sort()).toEqual(['APP', ...leftovers].sort());
  });

  it('end a session on the server later if it was left offline', async () => {
    keepLoad(ana);
    server.use(
      http.post(
        '/config/sair',
        inTurn(
          () => HttpResponse.error(),
          () => HttpResponse.json({ message: 'ok' }),
        ),
      ),
    );
    await authProvider.logout({});
    expect(rememberedPerson()).toBeNull();
    await finishSignOut();
    await finishSignOut();
    expect(requested).toEqual(['POST /config/sair', 'POST /config/sair']);
  });
});

describe('entry to the console', () => {
  const check = () => authProvider.checkAuth({});

  it('redirects to sign-in without a session, and remembers the destination', async () => {
    history.replaceState(null, '', '/tickets/812?x=1');
    await expect(check()).rejects.toThrow();
    // What react-admin does next.
    expect(await authProvider.logout({})).toBe('/login');
    expect(takeDestination()).toBe('/tickets/812?x=1');
    expect(requested).toEqual([]);
  });

  it('sends no request and no redirect on the pages before sign-in', async () => {
    await expect(authProvider.getPermissions?.({})).rejects.toThrow('no session');
    await expect(authProvider.checkError(new Error('no session'))).resolves.toBeUndefined();
    await expect(authProvider.getIdentity?.()).rejects.toThrow('no session');
    expect(requested).toEqual([]);
  });

  it('validates the session and loads once for all requesters', async () => {
    localStorage.setItem('APP', '{"id":7,"nome":"Ana"}');
    server.use(
      http.get('/sac/validar-sessao', () => HttpResponse.json({ message: 'ok' })),
      http.get('/sac/carga', () => HttpResponse.json(ana)),
    );
    await Promise.all([check(), check(), authProvider.getIdentity?.()]);
    expect(requested).toEqual(['GET /sac/validar-sessao', 'GET /sac/carga']);
  });

  it('redirects when the session has ended', async () => {
    localStorage.setItem('APP', '{"id":7,"nome":"Ana"}');
    server.use(http.get('/sac/validar-sessao', expired));
    await expect(check()).rejects.toMatchObject({ status: 401 });
  });

  it('keeps the session and asks again when the server is unreachable', async () => {
    localStorage.setItem('APP', '{"id":7,"nome":"Ana"}');
    const reported: unknown[] = [];
    onLoadFailure(async (failure) => {
      reported.push((failure as CallFailure).status);
    });
    server.use(
      http.get(
        '/sac/validar-sessao',
        inTurn(
          () => HttpResponse.error(),
          () => refusal(503, 'Em manutenção'),
          () => HttpResponse.json({ message: 'ok' }),
        ),
      ),
      http.get('/sac/carga', () => HttpResponse.json(ana)),
    );
    await check();
    expect(reported).toEqual([0, 503]);
    expect(currentInitialLoad()?.colaborador.id).toBe(7);
  });

  it('treats only 401 as the end of a session', async () => {
    await expect(authProvider.checkError(new CallFailure(401, 'fora'))).rejects.toThrow('fora');
    for (const status of [0, 403, 404, 409, 500]) await authProvider.checkError(new CallFailure(status, 'x'));
    await authProvider.checkError(new Error('outra coisa'));
  });
});

describe('after_login', () => {
  const pageAt = (path: string) => new URL(path, location.origin);

  it('accepts own paths only', () => {
    for (const path of ['/', '/tickets', '/tickets/812?filter=%7B%7D#x', '/a//b', '/conta/dados']) {
      expect([path, isOwnPath(path)]).toEqual([path, true]);
    }
    const elsewhere = [
      '',
      'tickets',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      ' //evil.example',
      '/.//evil.example',
      '/login',
      '/login?x=1',
      '/esqueci-senha',
    ];
    for (const path of elsewhere) expect([path, isOwnPath(path)]).toEqual([path, false]);
  });

  it('is used once, and checked again when used', () => {
    rememberDestination(pageAt('/tickets/812#x'));
    expect([takeDestination(), takeDestination()]).toEqual(['/tickets/812', '/']);
    localStorage.setItem('after_login', '//evil.example');
    expect(takeDestination()).toBe('/');
    rememberDestination(pageAt('/login'));
    expect(localStorage.getItem('after_login')).toBeNull();
  });

  it('leads back to who is calling with the number, which stays in this tab and goes with the person', () => {
    rememberDestination(pageAt('/buscar#fone=11987654321'));
    expect(JSON.stringify({ ...localStorage })).not.toContain('987654321');
    expect([takeDestination(), takeDestination()]).toEqual(['/buscar#fone=11987654321', '/']);
    rememberDestination(pageAt('/buscar#fone=11987654321'));
    rememberDestination(pageAt('/buscar'));
    expect(takeDestination()).toBe('/buscar');
    rememberDestination(pageAt('/buscar#fone=11987654321'));
    clearSession();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('987654321');
  });
});
