import { describe, expect, it } from '@jest/globals';
import { emptyDraft, savedDraft, type TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import type { ReadReturn, ReturnCandidate } from '#contract/sac/invoices.ts';
import {
  editLine,
  keyOf,
  removeLine,
  waitingText,
} from '#src/resources/tickets/shared/draft/itemTransitions.ts';
import {
  isAnswered,
  judgeAgain,
  lineOf,
  rowsOf,
  takeReturns,
  undecidedRows,
  withPasted,
} from '#src/resources/tickets/shared/draft/pastedReturns.ts';
import { invoice, product, reasons } from './support/catalog.ts';

const desacordo = { id: 1, descricao: 'Desacordo com o pedido' };
const rules = { reasons, maxItems: 100, reasonForAll: desacordo };
const UN = { unidade: 'UN', fator: '1' };
const KEY = invoice().chave;

const candidate = (produto_id: number, change: Partial<ReturnCandidate> = {}): ReturnCandidate => ({
  nota: { chave: KEY, numNf: 780, dtSai: '2026-11-01' },
  produto: product({ produto_id, idExibicao: `P-${produto_id}` }),
  quantidade: '2',
  embalagem: UN,
  ...change,
});
const read = (texto: string, ...candidatos: ReturnCandidate[]): ReadReturn => ({
  ...{ numero: 1, texto, problema: '', nota: null, candidatos },
});
const take = (draft: TicketDraft, ...lines: ReadReturn[]) => takeReturns(draft, lines, rules);
const itemsOf = ({ itens }: TicketDraft) =>
  itens.map(({ produto_id, qtd_solicitada, embalagem, motivo }) => [
    produto_id,
    `${qtd_solicitada} ${embalagem?.unidade}`,
    motivo?.id,
  ]);

describe('pasted lines of a return', () => {
  it('become items where they are sure, and the draft is restored with them', () => {
    const { draft, added, asked } = take(
      emptyDraft(),
      read('P-3*2', candidate(3)),
      read('P-4 2', candidate(4)),
    );
    expect(itemsOf(draft)).toEqual([
      [3, '2 UN', 1],
      [4, '2 UN', 1],
    ]);
    expect([added, asked]).toEqual([2, []]);
    const kept = withPasted(draft, { campo: 'P-9', linhas: ['P-8*1'] });
    expect(savedDraft(JSON.parse(JSON.stringify(kept)))).toEqual({ value: kept, complete: true });
  });

  it.each<[string, ReturnCandidate, string]>([
    ['more than is left', candidate(3, { quantidade: '5' }), 'restam 4 UN para devolver'],
    ['no quantity', candidate(3, { quantidade: null }), 'informe a quantidade'],
    ['a fraction of what does not divide', candidate(3, { quantidade: '1.5' }), 'Quantidade inválida'],
    [
      'a photo that is missing',
      candidate(3, { produto: product({ anexo_obrigatorio: true }) }),
      'Obrigatório incluir um anexo.',
    ],
    [
      'an unknown unit',
      candidate(3, { embalagem: null }),
      'Não se devolve nessa unidade: use uma destas unidades: UN.',
    ],
  ])('are asked with their own answers for %s', (_what, given, problem) => {
    const { draft, added, asked } = take(emptyDraft(), read('x', given));
    expect([added, draft.itens]).toEqual([0, []]);
    expect(asked).toMatchObject([
      { texto: 'x', problema: expect.stringContaining(problem), candidatos: [given] },
    ]);
    expect(draft.itensEmEdicao).toMatchObject([{ produto_id: 3, motivo: desacordo }]);
  });

  it('are asked, and change nothing, where several invoices may be meant', () => {
    const other = candidate(3, { nota: { chave: '9'.repeat(44), numNf: 9, dtSai: '2026-10-01' } });
    const { draft, asked } = take(emptyDraft(), read('P-3*2', candidate(3), other));
    expect(draft).toEqual(emptyDraft());
    expect(asked).toMatchObject([{ problema: '', candidatos: [candidate(3), other] }]);
  });

  it('are told apart from one that is an item already, which keeps its quantity', () => {
    const { draft, added, asked } = take(
      emptyDraft(),
      read('P-3*2', candidate(3)),
      read('P-3*1', candidate(3, { quantidade: '1' })),
    );
    expect(itemsOf(draft)).toEqual([[3, '2 UN', 1]]);
    expect(added).toBe(1);
    expect(asked).toMatchObject([
      {
        texto: 'P-3*1',
        problema: 'Já está entre os itens, com 2 UN. Se for mais, mude a quantidade na nota 780.',
        candidatos: [],
      },
    ]);
  });

  it('leave a typed quantity as it is, and give one that was taken out anew', () => {
    const key = keyOf(lineOf(candidate(3)));
    const typed = editLine(emptyDraft(), key, { qtd_solicitada: '1' }, reasons);
    expect(itemsOf(take(typed, read('P-3*2', candidate(3))).draft)).toEqual([[3, '1 undefined', 1]]);
    const added = take(emptyDraft(), read('P-3*3', candidate(3, { quantidade: '3' }))).draft;
    const again = take(removeLine(added, key), read('P-3*2', candidate(3)));
    expect(itemsOf(again.draft)).toEqual([[3, '2 UN', 1]]);
    expect(again.draft.itensEmEdicao).toEqual([]);
  });

  it('stop at the limit of items, which is said of all the others at once', () => {
    const lines = [3, 4, 5, 6].map((id) => read(`P-${id}*2`, candidate(id)));
    const { draft, asked } = takeReturns(emptyDraft(), lines, { ...rules, maxItems: 2 });
    expect(draft.itens).toHaveLength(2);
    expect(draft.itensEmEdicao).toEqual([]);
    expect(asked.map(({ texto, problema, candidatos }) => [texto, problema, candidatos.length])).toEqual([
      ['P-5*2', 'O ticket não pode ter mais que 2 itens.', 0],
      ['P-6*2', 'O ticket não pode ter mais que 2 itens.', 0],
    ]);
  });

  it('call up the invoice of a key without products', () => {
    const given = { ...read(KEY), nota: invoice() };
    expect(take(emptyDraft(), given)).toMatchObject({ added: 0, asked: [], called: [{ numNf: 780 }] });
  });
});

describe('pasted lines that are left', () => {
  const wrong = `${KEY.slice(0, -1)}0`;
  const refused = (texto: string): ReadReturn => ({ ...read(texto), problema: 'Não.' });

  it('are read again below their key, and those without one before them', () => {
    const { asked } = take(
      emptyDraft(),
      refused('P-1*1'),
      read(KEY),
      read('P-3*2', candidate(3)),
      refused('P-2*1'),
      refused('P-4*1'),
      refused(wrong),
      refused('P-5*1'),
    );
    expect(rowsOf(asked)).toEqual(['P-1*1', KEY, 'P-2*1', 'P-4*1', wrong, 'P-5*1']);
    const later = take(emptyDraft(), refused('P-6*1')).asked;
    expect(rowsOf([...asked, ...later]).slice(0, 2)).toEqual(['P-1*1', 'P-6*1']);
  });

  it('are kept with lists that nobody has read yet, and no bare row gets below a key', () => {
    const { asked } = take(emptyDraft(), refused('P-1*1'));
    const lists = [`Código\tQtd\n${KEY}\nP-2   1`, 'P-3*1'];
    expect(undecidedRows(emptyDraft(), asked, lists)).toEqual(['P-3*1', 'P-1*1', KEY, 'P-2 1']);
    const again = undecidedRows(emptyDraft(), [], [['P-3*1', 'P-1*1', KEY, 'P-2 1'].join('\n')]);
    expect(again).toEqual(['P-3*1', 'P-1*1', KEY, 'P-2 1']);
  });

  it('say what they lack besides the reason that all of them are given', () => {
    const photo = candidate(3, { produto: product({ anexo_obrigatorio: true }) });
    const without = { ...rules, reasonForAll: null };
    const { draft, asked } = takeReturns(
      emptyDraft(),
      [read('x', photo), read('P-4*2', candidate(4))],
      without,
    );
    const again = judgeAgain(draft, asked, rules);
    expect(itemsOf(again.draft)).toEqual([[4, '2 UN', 1]]);
    expect(again.asked.map(({ texto, problema }) => [texto, problema])).toEqual([
      ['x', expect.stringContaining('Obrigatório incluir um anexo.')],
      ['P-4*2', ''],
    ]);
  });

  it('are warned of once, as lines or as products that were begun', () => {
    const lacking = candidate(3, { quantidade: '5' });
    const { draft, asked } = take(emptyDraft(), refused('P-2*1'), read('P-3*5', lacking));
    const linhas = undecidedRows(draft, asked);
    expect(linhas).toEqual(['P-2*1']);
    expect(waitingText(withPasted(draft, { linhas, campo: 'P-7\nP-8' }))).toBe(
      '1 produto foi preenchido, mas não adicionado ao ticket (nota 780). 3 linhas coladas ainda não viraram itens.',
    );
    expect(asked.map((each) => isAnswered(draft, each))).toEqual([false, false]);
    const added = take(draft, read('P-3*2', candidate(3)));
    expect(added.draft.itens).toEqual([]);
    expect(waitingText(emptyDraft())).toBe('');
    expect(withPasted(draft, { linhas: [], campo: '' })).toBe(draft);
  });
});
