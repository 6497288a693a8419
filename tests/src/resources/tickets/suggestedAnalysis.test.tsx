import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { AnalysisSuggestion } from '#contract/sac/tickets/analysisSuggestions.ts';
import { HttpResponse, http } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { item } from './fixtures.ts';
import { openDialog, openStepForms, serve, server } from './stepFormsFixture.tsx';

openStepForms();

const suggestion = (id: number, part: Partial<AnalysisSuggestion> = {}): AnalysisSuggestion => ({
  id,
  proposta: 'APROVAR',
  motivos: ['Dentro do prazo: a nota tinha 40 dias, e o prazo é de 180 dias.'],
  recusa: null,
  marca: 'APROVAR:EM_ORDEM',
  ...part,
});
const LATE = 'Fora do prazo: a nota tinha 200 dias quando o ticket foi aberto, e o prazo é de 180 dias.';
const THREE = [
  suggestion(1),
  suggestion(2, {
    proposta: 'RECUSAR',
    motivos: [LATE],
    recusa: { contador: 'fora_prazo', motivo: LATE },
    marca: 'RECUSAR:FORA_DO_PRAZO',
  }),
  suggestion(3, {
    proposta: 'OLHAR',
    motivos: ['Falta a foto que o produto ou o motivo exige.'],
    marca: 'OLHAR:SEM_FOTO',
  }),
];

function serveSuggested(
  answer: () => Response | Promise<Response> = () => HttpResponse.json(THREE),
  items = [1, 2, 3],
) {
  const sent = serve('ANALISE_DEVOLUCAO');
  server.use(
    http.get('/sac/tickets/812/produtos', () => HttpResponse.json(items.map((id) => item(id)))),
    http.get('/sac/tickets/812/sugestoes-analise', answer as never),
  );
  return sent;
}
const lineOf = (dialog: ReturnType<typeof within>, id: number) =>
  within(dialog.getByRole('group', { name: `10${id} - ÓLEO DE SOJA ${id}` }));

describe('suggested analysis', () => {
  it('shows its reasons at a press and fills in the line, which stays to be changed and sent', async () => {
    const sent = serveSuggested();
    const { user, dialog } = await openDialog();
    expect(
      await dialog.findByText('Sugerido: aprovar 1 produto, recusar 1 produto e conferir 1 produto.'),
    ).toBeInTheDocument();
    const second = lineOf(dialog, 2);
    expect(second.queryByText(LATE)).not.toBeInTheDocument();
    const chip = second.getByRole('button', { name: /^Sugestão: recusar\. Motivos para 102/ });
    expect(chip).toHaveAttribute('aria-expanded', 'false');
    act(() => chip.focus());
    await user.keyboard('{Enter}');
    expect(chip).toHaveAttribute('aria-expanded', 'true');
    expect(second.getByText(LATE)).toBeInTheDocument();
    expect(sent).toEqual([]);
    await user.click(second.getByRole('button', { name: 'Usar sugestão: 102 - ÓLEO DE SOJA 2' }));
    expect(second.getByRole('textbox', { name: /^Fora do prazo de/ })).toHaveValue('12');
    expect(second.getByLabelText(/Motivo do que não foi autorizado/)).toHaveValue(LATE);
    await user.click(lineOf(dialog, 1).getByRole('button', { name: /^Usar sugestão/ }));
    await user.click(lineOf(dialog, 3).getByRole('button', { name: /^Aprovar como solicitado/ }));
    expect(lineOf(dialog, 3).queryByRole('button', { name: /^Usar sugestão/ })).not.toBeInTheDocument();
    await expectNoAxeViolations(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Seguir adiante' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.analise).toEqual({
      linhas: [
        { id: 1, autorizada: '12', sugestao: 'APROVAR:EM_ORDEM' },
        {
          ...{ id: 2, autorizada: '0', fora_prazo: '12', motivoAnalise: LATE },
          sugestao: 'RECUSAR:FORA_DO_PRAZO',
        },
        { id: 3, autorizada: '12', sugestao: 'OLHAR:SEM_FOTO' },
      ],
    });
  });

  it('is taken for all lines at once, and leaves those without a proposal, or counted by hand, to the person', async () => {
    serveSuggested(() => HttpResponse.json([...THREE, suggestion(4)]), [1, 2, 3, 4]);
    const { user, dialog } = await openDialog();
    const third = await dialog.findByRole('group', { name: '103 - ÓLEO DE SOJA 3' });
    await user.type(within(third).getByRole('textbox', { name: /^Avaria de/ }), '2');
    const counted = lineOf(dialog, 4).getByRole('textbox', { name: /^Avaria de/ });
    await user.type(counted, '5');
    const use = await dialog.findByRole('button', { name: 'Usar as sugestões' });
    await user.click(use);
    expect(use).toBeDisabled();
    expect(lineOf(dialog, 1).getByText('12 de 12')).toBeInTheDocument();
    expect(lineOf(dialog, 2).getByText('12 de 12')).toBeInTheDocument();
    expect(within(third).getByRole('textbox', { name: /^Avaria de/ })).toHaveValue('2');
    expect(within(third).getByText('falta o motivo')).toBeInTheDocument();
    expect(counted).toHaveValue('5');
  });

  it('is not missed by the analysis where it cannot be read, and then keeps no place', async () => {
    const sent = serveSuggested(() => HttpResponse.json({ error: 'Falhou.' }, { status: 403 }));
    const { user, dialog } = await openDialog();
    expect(await dialog.findByText('As sugestões não puderam ser lidas agora.')).toBeInTheDocument();
    expect(screen.getByRole('dialog').querySelectorAll('.suggestion')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Aprovar todos como solicitado' }));
    await user.click(dialog.getByRole('button', { name: 'Seguir adiante' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(JSON.stringify(sent[0])).not.toContain('sugestao');
  });
});
