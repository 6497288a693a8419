import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { stepForms } from '#src/resources/tickets/steps/stepForms.ts';
import { HttpResponse, http } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { item } from './fixtures.ts';
import {
  isField,
  openDialog,
  openStepForms,
  pressEnterInEveryField,
  serve,
  server,
} from './stepFormsFixture.tsx';

openStepForms();

const TOTALS = {
  produtos: '90.00',
  ipi: '10.00',
  st: '0.00',
  stsn: '0.00',
  icms: '0.00',
  icmsPartilha: '0.00',
  total: '100.00',
};

/** A message of each form when nothing has been filled in. */
const UNFILLED: Record<string, string> = {
  ANALISE_DEVOLUCAO: 'Falta analisar: 101 - ÓLEO DE SOJA 1.',
  ENVIO_NF_DEVOLUCAO: 'Anexe o PDF ou o XML da nota de devolução.',
  CONFERENCIA_DEVOLUCAO: 'Falta conferir: 101 - ÓLEO DE SOJA 1.',
  PRORROGACAO_LOGISTICA: 'Confirme o responsável e os dias de atraso, ou recuse.',
  PRORROGACAO_FINANCEIRO: 'Falta decidir: Título 77/1.',
};

describe('incomplete form', () => {
  it.each(Object.keys(stepForms))('says what is missing without a request: %s', async (requirement) => {
    const sent = serve(requirement);
    server.use(
      http.get('/sac/tickets/812/produtos', () =>
        HttpResponse.json([item(1, { status: 'A', qtd_autorizada: '12' })]),
      ),
      http.get('/sac/tickets/812/produtos-nf', () =>
        HttpResponse.json({ itens: [], totais: TOTALS, tolerancia: '0.1' }),
      ),
      http.get('/sac/tickets/812/titulos', () =>
        HttpResponse.json([
          {
            id: 1,
            nro: '77/1',
            numNf: 77,
            valor: '10.00',
            dtVenc: '2026-11-30',
            pagoEm: null,
            decisao: null,
          },
        ]),
      ),
    );
    const { user, dialog } = await openDialog();
    await waitFor(() =>
      expect(screen.getByRole('dialog').querySelector('fieldset, [role=radiogroup], input')).not.toBeNull(),
    );
    await waitFor(() => expect(isField(document.activeElement)).toBe(true));
    await user.click(dialog.getByRole('button', { name: 'Seguir adiante' }));
    expect(await dialog.findByText('Confira antes de seguir')).toBeInTheDocument();
    expect(dialog.getAllByText(UNFILLED[requirement] ?? '').length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
  });
});

describe('analysis', () => {
  it('counts what is left, deducts cuts from the authorised quantity, and asks why', async () => {
    const sent = serve('ANALISE_DEVOLUCAO');
    server.use(
      http.get('/sac/tickets/812/produtos', () =>
        HttpResponse.json([item(1, { fracionavel: true }), item(2)]),
      ),
    );
    const { user, dialog } = await openDialog();
    expect(await dialog.findByText('Faltam 2 produtos de 2')).toBeInTheDocument();
    const first = within(dialog.getByRole('group', { name: '101 - ÓLEO DE SOJA 1' }));
    await user.type(first.getByRole('textbox', { name: /^Avaria de/ }), '1,5');
    expect(first.getByRole('textbox', { name: /^Autorizado de/ })).toHaveValue('10,5');
    expect(first.getByText('falta o motivo')).toBeInTheDocument();
    await user.click(first.getByLabelText(/Motivo do que não foi autorizado/));
    await user.paste('Caixa amassada');
    await pressEnterInEveryField(user);
    expect(sent).toEqual([]);
    expect(first.getByText('12 de 12')).toBeInTheDocument();
    const second = within(dialog.getByRole('group', { name: '102 - ÓLEO DE SOJA 2' }));
    const authorized = second.getByRole('textbox', { name: /^Autorizado de/ });
    await user.type(authorized, '10');
    expect(second.getByText('faltam 2 de 12')).toBeInTheDocument();
    await user.type(authorized, '{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(second.getByText('passou 1 de 12')).toBeInTheDocument();
    await user.click(second.getByRole('button', { name: /Aprovar como solicitado/ }));
    expect(dialog.getByText('Todos os produtos analisados')).toBeInTheDocument();
    await expectNoAxeViolations(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Seguir adiante' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.analise).toEqual({
      linhas: [
        { id: 1, avaria: '1.5', autorizada: '10.5', motivoAnalise: 'Caixa amassada' },
        { id: 2, autorizada: '12' },
      ],
    });
  });
});

describe('return invoice', () => {
  it('checks the key while typing and shows the note beside the mirror', async () => {
    const key = buildAccessKey({
      stateCode: '35',
      yearMonth: '2611',
      cnpj: '12ABC34501DE35',
      model: '55',
      series: '1',
      number: '77',
      emissionType: '1',
      code: '4321',
    });
    const sent = serve('ENVIO_NF_DEVOLUCAO', {
      // The file that proves it was sent with the same key before.
      notaDevolucao: {
        chave: key,
        total: '100.05',
        totalEspelho: '100.00',
        liberadaPor: null,
        motivoLiberacao: '',
      },
    });
    server.use(
      http.get('/sac/tickets/812/produtos-nf', () =>
        HttpResponse.json({ itens: [], totais: TOTALS, tolerancia: '0.1' }),
      ),
    );
    const { user, dialog } = await openDialog();
    const field = await dialog.findByLabelText(/Chave de acesso/);
    await user.click(field);
    await user.paste(`${key.slice(0, 43)}${(Number(key[43]) + 1) % 10}`);
    expect(dialog.getByText(/Esta chave não confere/)).toBeInTheDocument();
    await user.clear(field);
    await user.paste(` ${key.replace(/(.{4})/g, '$1 ')}`);
    expect(dialog.getByText('Nota 77, série 1, de 11/2026')).toBeInTheDocument();
    const total = dialog.getByLabelText(/Valor total da nota/);
    await user.type(total, '90,5');
    expect(
      dialog.getByText(/A nota está R\$\s9,50 abaixo do espelho; o aceito é até R\$\s0,10/),
    ).toBeInTheDocument();
    await user.tab();
    expect(total).toHaveValue('90,50');
    await user.clear(total);
    await user.type(total, '100,05');
    expect(dialog.getByText(/acima do espelho, dentro da tolerância/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Seguir adiante' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.notaDevolucao).toEqual({ chave: key, total: '100.05' });
  });
});

describe('check-in', () => {
  it('counts approved lines only, and requires a photo of damage', async () => {
    const sent = serve('CONFERENCIA_DEVOLUCAO');
    const approved = { status: 'A', qtd_autorizada: '12' };
    server.use(
      http.get('/sac/tickets/812/produtos', () =>
        HttpResponse.json([item(1, approved), item(2, approved), item(3, { status: 'N' })]),
      ),
    );
    const { user, dialog } = await openDialog();
    expect(await dialog.findByText('Falta conferir 2 de 2')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Receber tudo como autorizado' }));
    expect(dialog.getByText('Todos os produtos conferidos')).toBeInTheDocument();
    const second = within(dialog.getByRole('group', { name: '102 - ÓLEO DE SOJA 2' }));
    await user.click(second.getByRole('button', { name: /^Diminuir/ }));
    expect(second.getByText('não chegou 1')).toBeInTheDocument();
    await user.click(second.getByRole('checkbox', { name: 'Chegou avariado' }));
    expect(second.getByText('Fotos da avaria *')).toBeInTheDocument();
    expect(dialog.getByText('Falta conferir 1 de 2')).toBeInTheDocument();
    await user.click(second.getByRole('checkbox', { name: 'Chegou avariado' }));
    await pressEnterInEveryField(user);
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Seguir adiante' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.conferencia).toEqual({
      linhas: [
        { id: 1, recebida: '12' },
        { id: 2, recebida: '11', avariada: false },
      ],
    });
  });
});
