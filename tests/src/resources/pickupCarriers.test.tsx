import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { carrierType } from '#contract/records/freight.ts';
import type { PickupCandidate } from '#contract/sac/pickups.ts';
import { HttpResponse, http, serve } from '../dataProvider/server.ts';
import { viewOf } from '../ui/schemaForm/recordView.ts';
import { freshBrowser, renderApp, signedIn } from './renderApp.tsx';
import { pageOf } from './tickets/fixtures.ts';

const server = serve();

const candidate = (id: number): PickupCandidate => ({
  id,
  cliente: { id: 230, fant: `Mercado ${id}`, razSoc: `Mercado ${id} Ltda.` },
  filial: { idFil: 1, razSoc: 'Horizonte São Paulo' },
  cidade: 'São Paulo',
  uf: 'SP',
  volumes: '7',
  desde: new Date().toISOString(),
  transportadora: null,
  transportadoraDaNota: { cnpj: '45723174000110', nome: 'Da Nota' },
  representante: null,
});

beforeEach(() => {
  freshBrowser();
  server.use(
    ...signedIn([
      'SAC_HOME',
      'SAC_COLETAS',
      'COLETAS_GERAR',
      'CADASTROS_COMERCIAL',
      'CADASTROS_COMERCIAL_CRIAR',
    ]),
    http.get('/sac/coletas', () => HttpResponse.json(pageOf([]))),
    http.get('/sac/tickets/ordem-coleta/representante', () =>
      HttpResponse.json({ grupos: [], responsaveis: [], total: 0 }),
    ),
  );
});

describe('carriers of invoices', () => {
  it('offers to register the carrier that invoices name, with what they say about it', async () => {
    server.use(
      http.get('/sac/tickets/ordem-coleta/transportadora', () =>
        HttpResponse.json({
          grupos: [{ responsavel: null, tickets: [candidate(901), candidate(904)] }],
          responsaveis: [],
          total: 2,
        }),
      ),
      http.get('/config/cadastros/transportadoras/definicao', () =>
        HttpResponse.json({ data: viewOf(carrierType) }),
      ),
      http.get('/config/rascunhos/:objeto', () => HttpResponse.json({ data: null })),
    );
    const user = userEvent.setup();
    renderApp('/coletas/gerar');
    const dialog = await screen.findByRole('dialog', { name: 'Gerar coletas' });
    const note = await within(dialog).findByText(/Da Nota, CNPJ 45\.723\.174\/0001-10/);
    expect(note).toHaveTextContent('está na nota de 2 tickets sem responsável e não está cadastrada.');
    await user.click(within(dialog).getByRole('button', { name: 'Cadastrar' }));
    const form = await screen.findByRole('dialog', { name: 'Criar transportadora' });
    expect(await within(form).findByRole('textbox', { name: /CNPJ/ })).toHaveValue('45.723.174/0001-10');
    expect(within(form).getByRole('textbox', { name: /Razão social/ })).toHaveValue('Da Nota');
  });
});
