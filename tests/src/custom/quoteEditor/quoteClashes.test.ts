import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NOTHING, type Pending } from '#src/custom/quoteEditor/state/pendingChange.ts';
import { clashesOf } from '#src/custom/quoteEditor/state/useQuoteConflict.ts';
import { cartItem, editedQuote } from './editedQuote.ts';

const item = cartItem('2');
const before = editedQuote({ itens: [item], ordComp: 'A' });
const mine = (part: Partial<Pending>): Pending => ({ ...NOTHING, ...part });

describe('changes by others to a quote', () => {
  it('are merged where this page changed nothing: an approval, a payment, stock', () => {
    const theirs = {
      ...before,
      versao: 9,
      st: 'X',
      itens: [{ ...item, negociacao: 'A', preco: '50' }],
    };
    expect(clashesOf(before, theirs, mine({ items: [{ id: item.id, qtde: '4' }] }))).toEqual([]);
    expect(clashesOf(before, theirs, mine({ header: { ordComp: 'B' }, items: [{ idProd: 3 }] }))).toEqual([]);
  });

  it('are shown with both values where both changed the same field', () => {
    const theirs = { ...before, ordComp: 'B', itens: [{ ...item, qtde: '5' }] };
    expect(
      clashesOf(before, theirs, mine({ header: { ordComp: 'C' }, items: [{ id: item.id, qtde: '7' }] })),
    ).toMatchObject([
      { field: 'Ordem de compra', theirs: 'B', mine: 'C' },
      { field: `Quantidade de ${item.produto.descricao}`, theirs: '5', mine: '7' },
    ]);
  });

  it('need no choice where both made the same change', () => {
    const theirs = { ...before, ordComp: 'C', itens: [{ ...item, qtde: '7' }] };
    expect(
      clashesOf(before, theirs, mine({ header: { ordComp: 'C' }, items: [{ id: item.id, qtde: '7' }] })),
    ).toEqual([]);
  });

  it('need a choice before a line goes that was removed or changed elsewhere', () => {
    const gone = { ...before, itens: [] };
    expect(clashesOf(before, gone, mine({ items: [{ id: item.id, qtde: '7' }] }))).toHaveLength(1);
    expect(clashesOf(before, gone, mine({ items: [{ id: item.id, removido: true }] }))).toEqual([]);
    const raised = { ...before, itens: [{ ...item, qtde: '90' }] };
    expect(clashesOf(before, raised, mine({ items: [{ id: item.id, removido: true }] }))).toHaveLength(1);
  });

  it('leave to be sent everything that was not given up', () => {
    const theirs = { ...before, ordComp: 'B', itens: [{ ...item, qtde: '5', preco: '8' }] };
    const typed = mine({
      header: { ordComp: 'C', obsPedido: 'x' },
      items: [
        { id: item.id, qtde: '7', preco: '9' },
        { idProd: 3, chave: 'k' },
      ],
    });
    const clashes = clashesOf(before, theirs, typed);
    expect(clashes).toHaveLength(3);
    for (const { giveUp, field } of clashes)
      expect(clashesOf(before, theirs, giveUp(typed)).map((each) => each.field)).not.toContain(field);
    expect(clashes.reduce((left, { giveUp }) => giveUp(left), typed)).toEqual(
      mine({ header: { obsPedido: 'x' }, items: [{ idProd: 3, chave: 'k' }] }),
    );
  });

  it('never interrupt a page while nobody else changes the quote', () => {
    const texts = fc.string({ maxLength: 5 });
    fc.assert(
      fc.property(texts, texts, fc.nat({ max: 9 }), (ordComp, obsPedido, qtde) => {
        const change = mine({ header: { ordComp, obsPedido }, items: [{ id: item.id, qtde: `${qtde}` }] });
        expect(clashesOf(before, { ...before, versao: 99 }, change)).toEqual([]);
      }),
    );
  });
});
