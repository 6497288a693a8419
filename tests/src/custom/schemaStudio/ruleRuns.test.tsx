import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RuleRun } from '#contract/config/companyRules.ts';
import { RULE_EXAMPLES } from '#contract/rules/companyRules/ruleExamples.ts';
import { HttpResponse, http, refusal, requests } from '../../dataProvider/server.ts';
import { renderApp } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import {
  detail,
  loadEditor,
  open,
  rule,
  run,
  saved,
  served,
  server,
  signIn,
  standing,
  stands,
  tried,
} from './servedRules.ts';

jest.setTimeout(180_000);

beforeAll(loadEditor);
beforeEach(() => signIn());

describe('beside a rule', () => {
  it('says what it would have met, with links to the records', async () => {
    await open();
    const trial = within(await screen.findByRole('region', { name: 'Ensaio' }));
    expect(
      await trial.findByText(/aconteceu 128 vezes; pela situação de hoje valeria em 20/),
    ).toBeInTheDocument();
    expect(trial.getByRole('link', { name: 'Ticket 812' })).toHaveAttribute('href', '/tickets/812');
  });

  it('offers another try when it could not be tried out', async () => {
    server.use(http.post('/config/regras-simular', () => refusal(422, 'A condição lê demais.')));
    const { user } = await open();
    const trial = within(await screen.findByRole('region', { name: 'Ensaio' }));
    expect(await trial.findByText('A condição lê demais.')).toBeInTheDocument();
    server.use(tried());
    await user.click(trial.getByRole('button', { name: 'Tentar novamente' }));
    expect(await trial.findByText(/aconteceu 128 vezes/)).toBeInTheDocument();
  });

  it('is switched on after a question', async () => {
    server.use(
      http.post('/config/regras/valor-alto/modo', () =>
        HttpResponse.json({ data: standing({ modo: 'LIGADA', versao: 5 }) }),
      ),
    );
    const { user } = await open();
    const state = within(await screen.findByRole('region', { name: 'Estado da regra' }));
    await user.click(await state.findByRole('button', { name: 'Ligar' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Ligar' }));
    expect(await state.findByText('Ligada')).toBeInTheDocument();
    const sent = requests.find(({ url }) => url.endsWith('/modo'));
    expect(await sent?.json()).toEqual({ modo: 'LIGADA', versao: 4 });
    expect(state.queryByRole('button', { name: 'Ligar' })).not.toBeInTheDocument();
  });

  it('says why it was switched off by itself', async () => {
    server.use(stands({ motivo: 'Bruno Lima perdeu a permissão de encaminhar.' }));
    await open();
    expect(await screen.findByText(/Foi desligada sozinha. Bruno Lima perdeu/)).toBeInTheDocument();
  });

  it('shows day by day what it would have done, as a chart and as a table', async () => {
    const day = { dia: '2026-11-28', feitas: 0, ignoradas: 3, registradas: 7, comErro: 0 };
    server.use(http.get('/config/regras/valor-alto/dias', () => HttpResponse.json([day])));
    await open();
    const row = await screen.findByRole('row', { name: /28\/11\/2026/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['0', '7', '0', '3']);
  });

  it('has no state before it is published', async () => {
    server.use(served({ publicado: null, rascunho: { ...rule }, estado: 'RASCUNHO', versaoPublicada: null }));
    await open();
    expect(await screen.findByText('Ainda não publicada')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Ligar' })).not.toBeInTheDocument();
  });
});

describe('runs of a rule', () => {
  const paged = (itens: RuleRun[]) => ({
    itens,
    paginator: { total: itens.length, per_page: 25, current_page: 1, last_page: 1 },
  });
  const runs = (answer: (state: string | null) => RuleRun[]) =>
    http.get('/config/regras/valor-alto/execucoes', ({ request }) =>
      HttpResponse.json(paged(answer(new URL(request.url).searchParams.get('situacao')))),
    );

  it('says each error as a sentence, leads to the record, and tries again', async () => {
    server.use(
      runs(() => [run(), run({ id: 30, situacao: 'FEITO', frase: 'Encaminhado.', podeRepetir: false })]),
      http.post('/config/regras/valor-alto/execucoes/31/repetir', () =>
        HttpResponse.json({ data: { message: 'Está na fila de novo.' } }),
      ),
    );
    const { user, container } = await open();
    await user.click(screen.getByRole('tab', { name: 'Execuções' }));
    expect(await screen.findByText('O setor Gerência foi excluído.')).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Registro 812' })[0]).toHaveAttribute('href', '/tickets/812');
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByText('Está na fila de novo.')).toBeInTheDocument();
    await expectNoAxeViolations(container);
  });

  it('is filtered by state', async () => {
    server.use(runs((state) => (state === 'ERRO' ? [run()] : state ? [] : [run({ frase: 'Tudo.' })])));
    const { user } = await open();
    await user.click(screen.getByRole('tab', { name: 'Execuções' }));
    expect(await screen.findByText('Tudo.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Situação' }));
    await user.click(await screen.findByLabelText('Com erro'));
    expect(await screen.findByText('O setor Gerência foi excluído.')).toBeInTheDocument();
  });

  it('says what will be there while it is empty', async () => {
    server.use(runs(() => []));
    const { user } = await open();
    await user.click(screen.getByRole('tab', { name: 'Execuções' }));
    expect(await screen.findByText('Nada ainda')).toBeInTheDocument();
  });
});

describe('list of rules', () => {
  it('shows what each does', async () => {
    renderApp('/configuracao/rules');
    const row = await screen.findByRole('row', { name: /Valor alto ao gerente/ });
    expect(await within(row).findByText('Só registra')).toBeInTheDocument();
    expect(within(row).getByText('faria 12 vezes em 7 dias')).toBeInTheDocument();
  });

  it('makes a draft of an example with one press', async () => {
    const user = userEvent.setup();
    const { router } = renderApp('/configuracao/rules');
    await user.click(await screen.findByRole('button', { name: 'Exemplos' }));
    const list = within(await screen.findByRole('list', { name: 'Exemplos' }));
    expect(list.getAllByRole('listitem')).toHaveLength(RULE_EXAMPLES.length);
    await user.type(screen.getByRole('searchbox', { name: 'Buscar exemplos' }), 'boleto amanha');
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
    expect(
      list.getByText(/^Quando falta 1 dia para “Vencimento” de um título, se Em aberto: sim, então/),
    ).toBeInTheDocument();
    server.use(
      http.get('/config/definicoes/rules/boleto-vence-amanha', () =>
        HttpResponse.json({ data: detail({ chave: 'boleto-vence-amanha' }) }),
      ),
      http.get('/config/regras/boleto-vence-amanha', () => HttpResponse.json({ data: standing() })),
      http.get('/config/regras/boleto-vence-amanha/dias', () => HttpResponse.json([])),
    );
    await user.click(list.getByRole('button', { name: /^Usar/ }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/configuracao/rules/boleto-vence-amanha'),
    );
    expect(await saved()).toMatchObject({ id: 'boleto-vence-amanha', entidade: 'titulos', formato: 1 });
  });
});
