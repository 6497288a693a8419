import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RetentionPreview, RetentionRule } from '#contract/config/people/retention.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { ownToday } from '#data/session.ts';
import { HttpResponse, http, refusal, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from './renderApp.tsx';

const server = serve();
beforeEach(() => {
  freshBrowser();
  windowOf(1280);
});

const rule = (more: Partial<RetentionRule> = {}): RetentionRule => ({
  alvo: 'TICKETS-3',
  tipo: 'TICKETS',
  nome: 'Devolução',
  meses: null,
  situacao: 'PARA_SEMPRE',
  agePartir: null,
  confirmadaPor: null,
  confirmadaEm: null,
  noites: [],
  versao: 0,
  ...more,
});
const PREVIEW: RetentionPreview = {
  antesDe: '2021-11-25',
  sai: 1234,
  comParte: 0,
  porLei: 300,
  porLeiAte: '2027-02-03',
  emAberto: 2,
  desde: '2012-05-01',
  completa: true,
  exemplos: [
    { id: 11, descricao: 'Ticket 11', desde: '2012-05-01', efeito: 'SAI', ate: null },
    { id: 12, descricao: 'Ticket 12', desde: '2022-02-03', efeito: 'LEI', ate: '2027-02-03' },
  ],
  selo: 'selo-da-previa',
};

/** A single rule that can be set, confirmed and paused as on the server. */
function serves(first: RetentionRule, preview: RetentionPreview = PREVIEW) {
  const sent: object[] = [];
  let current = first;
  const change =
    (set: (body: { meses?: number | null }) => Partial<RetentionRule>) =>
    async ({ request }: { request: Request }) => {
      const body = (await request.json()) as { meses?: number | null; versao: number };
      sent.push(body);
      current = { ...current, ...set(body), versao: body.versao + 1 };
      return HttpResponse.json({ data: current });
    };
  server.use(
    ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_PRIVACIDADE']),
    http.get('/config/guarda', () =>
      HttpResponse.json({
        itens: [current, rule({ alvo: 'CLIENTES', tipo: 'CLIENTES', nome: 'Clientes com CPF' })],
      }),
    ),
    http.get('/config/guarda/TICKETS-3', () => HttpResponse.json({ data: current })),
    http.get('/config/guarda/TICKETS-3/previa', () => HttpResponse.json({ data: preview })),
    http.put(
      '/config/guarda/TICKETS-3',
      change(({ meses }) => ({
        meses: meses ?? null,
        situacao: meses ? 'RASCUNHO' : 'PARA_SEMPRE',
        agePartir: null,
      })),
    ),
    http.post(
      '/config/guarda/TICKETS-3/confirmar',
      change(() => ({ situacao: 'ATIVA', agePartir: addDays(ownToday(), 7), confirmadaPor: 'Marta Lima' })),
    ),
    http.post(
      '/config/guarda/TICKETS-3/pausar',
      change(() => ({ situacao: 'PAUSADA', agePartir: null })),
    ),
  );
  return sent;
}

describe('retention of personal data', () => {
  it('shows each kind of data with a link to its rule', async () => {
    serves(
      rule({
        meses: 60,
        situacao: 'ATIVA',
        agePartir: addDays(ownToday(), 3),
        noites: [
          { dia: '2026-11-24', fim: null, sairam: 1200, porLei: 0, emAberto: 0, falhas: 2, erro: '7: 40P01' },
        ],
      }),
    );
    const { container } = renderApp('/guarda');
    expect(await screen.findByRole('link', { name: 'Devolução' })).toHaveAttribute(
      'href',
      '/guarda/TICKETS-3',
    );
    const table = screen.getByRole('table', { name: 'Regras: Tickets, por tipo' });
    expect(within(table).getByText('60 meses (5 anos)')).toBeInTheDocument();
    expect(within(table).getByText(/^Age a partir de/)).toBeInTheDocument();
    expect(within(table).getByText('24/11/2026: 1.200 saíram, 2 falhas')).toBeInTheDocument();
    const people = screen.getByRole('table', { name: 'Regras: Pessoas sem movimento' });
    expect(within(people).getByText('Para sempre')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Cadastros próprios' })).not.toBeInTheDocument();
    await expectNoAxeViolations(container);
  });

  for (const width of [1280, 360])
    it(`sets, previews, confirms and pauses a rule at ${width} px`, async () => {
      windowOf(width);
      const sent = serves(rule());
      const { container } = renderApp('/guarda/TICKETS-3');
      expect(await screen.findByText(/Guardado para sempre: nada acontece/)).toBeInTheDocument();
      expect(screen.queryByRole('heading', { name: 'Prévia' })).not.toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Confirmar a regra' })).not.toBeInTheDocument();

      await userEvent.click(screen.getByRole('button', { name: 'Dar um prazo' }));
      const months = await screen.findByRole('dialog');
      await userEvent.type(within(months).getByLabelText('Tempo de guarda'), '60');
      expect(within(months).getByText('60 meses (5 anos)')).toBeInTheDocument();
      await expectNoAxeViolations(months);
      await userEvent.click(within(months).getByRole('button', { name: 'Salvar o prazo' }));

      expect(
        await screen.findByText(
          '1.234 tickets que terminaram antes de 25/11/2021. O mais antigo é de 01/05/2012.',
        ),
      ).toBeInTheDocument();
      expect(screen.getByText('300 tickets; o primeiro pode sair depois de 03/02/2027.')).toBeInTheDocument();
      expect(screen.getByText(/^2 tickets de quem tem ticket aberto/)).toBeInTheDocument();
      expect(screen.getByText('Ticket 11').closest('a')).toHaveAttribute('href', '/tickets/11');
      await expectNoAxeViolations(container);

      await userEvent.click(screen.getByRole('button', { name: 'Confirmar a regra' }));
      const confirm = await screen.findByRole('dialog');
      expect(within(confirm).getByText(/^Daqui a 7 dias, de madrugada, começa a sair/)).toBeInTheDocument();
      await expectNoAxeViolations(confirm);
      await userEvent.click(within(confirm).getByRole('button', { name: 'Confirmar a regra' }));
      expect(
        await screen.findByText(/^Age a partir da madrugada de .*Confirmada por Marta Lima/),
      ).toBeInTheDocument();

      await userEvent.click(screen.getByRole('button', { name: 'Pausar' }));
      expect(await screen.findByText(/^Pausada: nada sai/)).toBeInTheDocument();
      expect(sent).toEqual([{ meses: 60, versao: 0 }, { selo: 'selo-da-previa', versao: 1 }, { versao: 2 }]);
    });

  it('says when a count is incomplete, and shows what the server refuses', async () => {
    serves(rule({ meses: 12, situacao: 'RASCUNHO', versao: 1 }), { ...PREVIEW, sai: 500, completa: false });
    server.use(
      http.post('/config/guarda/TICKETS-3/confirmar', () =>
        refusal(422, 'A prévia desta regra venceu. Veja-a de novo antes de confirmar.'),
      ),
    );
    renderApp('/guarda/TICKETS-3');
    expect(await screen.findByText(/^Ao menos 500 tickets que terminaram/)).toBeInTheDocument();
    expect(screen.getByText(/os números acima são o mínimo/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar a regra' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirmar a regra' }));
    expect(await within(dialog).findByText(/A prévia desta regra venceu/)).toBeInTheDocument();
  });

  it("shows the server's 404 for an unknown rule", async () => {
    server.use(
      ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_PRIVACIDADE']),
      http.get('/config/guarda/OUTRA', () => refusal(404, 'Registro não encontrado.')),
    );
    renderApp('/guarda/OUTRA');
    expect(await screen.findByText('Registro não encontrado.')).toBeInTheDocument();
  });

  it('requires its permission', async () => {
    server.use(...signedIn(['CONFIGURACAO']));
    renderApp('/guarda/TICKETS-3');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
  });
});

it('a page without permission is named even if the permission also opens another page', async () => {
  server.use(...signedIn(['SAC_HOME']));
  for (const [at, name] of [
    ['/guarda', 'Guarda de dados'],
    ['/guarda/CLIENTES', 'Guarda de dados'],
    ['/titulares', 'Titulares de dados'],
  ] as const) {
    const { unmount } = renderApp(at);
    expect(await screen.findByText(`Seu perfil não dá acesso a ${name}`)).toBeInTheDocument();
    unmount();
  }
});
