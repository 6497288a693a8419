import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Health } from '#contract/config/health.ts';
import { HttpResponse, http, refusal, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from './renderApp.tsx';

const server = serve();
beforeEach(() => {
  freshBrowser();
  windowOf(1280);
});

const NOW = new Date().toISOString();
const GIB = 1024 ** 3;
const HEALTH: Health = {
  versao: '0.1.0',
  banco: '18.1',
  agora: NOW,
  processos: [{ no: 'servidor-12-ab', maquina: 'servidor', versao: '0.1.0', desde: NOW, visto: NOW }],
  configuracoesDiferentes: [],
  provedor: null,
  trabalhos: [{ fila: 'lotes-de-tickets', esperando: 2, executando: 1, falharam: 0 }],
  emails: { esperando: 3, desistiu: 4, naoLidos: 2 },
  entregas: { esperando: 0, desistiu: 0 },
  mudancas: { esperando: 0, segundos: 0 },
  disco: { espaco: 'OK', livre: 80 * GIB, total: 200 * GIB },
  espacoBanco: 'OK',
  replica: null,
  comandosLentos: {
    fonte: 'PROCESSOS',
    itens: [{ comando: 'select * from tickets where id = $1', vezes: 3, mediaMs: 1200, piorMs: 2400 }],
  },
  copias: {
    ultima: NOW,
    atrasada: false,
    recentes: [
      {
        tipo: 'COPIA',
        resultado: 'OK',
        fim: NOW,
        arquivo: 'a.tar.gz',
        bytes: 1e7,
        linhas: 9,
        faltam: 0,
        motivo: '',
      },
    ],
  },
};

const serves = (health: Health) =>
  server.use(
    ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_SAUDE']),
    http.get('/config/saude', () => HttpResponse.json({ data: health })),
  );

describe('health page', () => {
  it('shows failures with a link to their list', async () => {
    serves(HEALTH);
    const { container } = renderApp('/saude');
    expect(await screen.findByRole('heading', { name: 'Saúde' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /E-mails não lidos\s*2/ })).toHaveAttribute(
      'href',
      expect.stringContaining('/emails-recebidos'),
    );
    expect(screen.getByRole('link', { name: /E-mails falhos\s*4/ })).toHaveAttribute('href', '/emails');
    const statements = screen.getByRole('table', { name: 'Comandos lentos' });
    expect(within(statements).getByText('2.400')).toBeInTheDocument();
    expect(
      within(screen.getByRole('table', { name: 'Processos no ar' })).getByText('servidor-12-ab'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
    await expectNoAxeViolations(container);
  });

  it('warns of a missing backup, a full disk and mixed versions', async () => {
    const [node] = HEALTH.processos;
    serves({
      ...HEALTH,
      processos: node ? [node, { ...node, no: 'servidor-13-cd', versao: '0.2.0' }] : [],
      disco: { espaco: 'CHEIO', livre: 0, total: 200 * GIB },
      espacoBanco: 'CHEIO',
      copias: { ultima: null, atrasada: true, recentes: [] },
    });
    renderApp('/saude');
    expect(await screen.findByText(/Nenhuma cópia de segurança foi feita/)).toBeInTheDocument();
    expect(screen.getByText(/disco do servidor está cheio/)).toBeInTheDocument();
    expect(screen.getByText(/disco do banco de dados está cheio/)).toBeInTheDocument();
    expect(screen.getByText(/versões diferentes/)).toBeInTheDocument();
    expect(screen.getByText(/^Nenhuma cópia ainda\./)).toBeInTheDocument();
  });

  it('shows the state of the replica, and what to do when it is not used', async () => {
    const replica = { segundos: 0, leituras: 1_200, devolvidas: 3 };
    serves({ ...HEALTH, replica: { ...replica, situacao: 'EM_DIA' } });
    const { container, unmount } = renderApp('/saude');
    expect(await screen.findByText('1.200 leituras, 3 devolvidas')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
    await expectNoAxeViolations(container);
    unmount();
    serves({ ...HEALTH, replica: { ...replica, situacao: 'RECUSADA', segundos: null } });
    renderApp('/saude');
    expect(await screen.findByRole('alert')).toHaveTextContent(/não é uma réplica deste banco/);
  });

  it('shows an error when it cannot be loaded, and retries', async () => {
    let fails = true;
    server.use(
      ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_SAUDE']),
      http.get('/config/saude', () => (fails ? refusal(500, 'ERRO') : HttpResponse.json({ data: HEALTH }))),
    );
    renderApp('/saude');
    const again = await screen.findByRole('button', { name: /tentar/i }, { timeout: 10_000 });
    fails = false;
    await userEvent.click(again);
    expect(await screen.findByText('servidor-12-ab')).toBeInTheDocument();
  });
});
