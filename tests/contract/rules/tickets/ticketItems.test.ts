import { describe, expect, it } from '@jest/globals';
import type { TicketItemInput } from '#contract/rules/tickets/ticketInput.ts';
import {
  allItemProblems,
  type ItemContext,
  itemLimitProblems,
  itemProblems,
  type ReturnableProduct,
} from '#contract/rules/tickets/ticketItems.ts';

const photo = { id: '5f0c6c1e-0000-4000-8000-000000000001', nome: 'a.jpg', mime: 'image/jpeg', tamanho: 10 };
const item: TicketItemInput = { produto_id: 1, nfe: 'K1', qtd_solicitada: '2', motivo_id: 1 };
const known: ReturnableProduct = {
  purchased: '10',
  returnable: '4',
  units: [{ unit: 'UN', factor: '1' }],
  unavailable: false,
  photoRequired: false,
  divides: true,
};
const context: ItemContext = {
  product: known,
  reasons: [
    { id: 1, descricao: 'Desacordo', padrao: false, informa: false, anexo_obrigatorio: false },
    { id: 2, descricao: 'Outro', padrao: false, informa: true, anexo_obrigatorio: false },
    { id: 3, descricao: 'Avaria', padrao: false, informa: false, anexo_obrigatorio: true },
  ],
};
const product = (change: Partial<ReturnableProduct>): ItemContext => ({
  ...context,
  product: { ...known, ...change },
});

const causeOf = (quantity: string) => {
  if (quantity === '') return 'Informe a quantidade';
  return quantity === '0' || quantity === '-1'
    ? 'A quantidade precisa ser maior que zero'
    : 'A quantidade precisa ser um número, com ponto nos decimais';
};

describe('adding an item', () => {
  it.each<[string, Partial<TicketItemInput>, ItemContext, [string, string][]]>([
    ['accepts a valid item', {}, context, []],
    ['accepts the remaining quantity', { qtd_solicitada: '4' }, context, []],
    ['accepts a fraction of weighed goods', { qtd_solicitada: '0.5' }, context, []],
    [
      'rejects a fraction of counted goods',
      { qtd_solicitada: '0.5' },
      product({ divides: false }),
      [
        [
          'qtd_solicitada',
          'Quantidade inválida. Verifique a quantidade adicionada. A quantidade precisa ser um número inteiro.',
        ],
      ],
    ],
    [
      'accepts the whole remainder of goods sold as a fraction',
      { qtd_solicitada: '2.5' },
      product({ divides: false, returnable: '2.5' }),
      [],
    ],
    [
      'rejects more than the remaining quantity',
      { qtd_solicitada: '5' },
      context,
      [
        [
          'qtd_solicitada',
          'Quantidade inválida. Verifique a quantidade adicionada. Restam 4 UN para devolver.',
        ],
      ],
    ],
    [
      'accepts up to the purchased quantity when editing',
      { qtd_solicitada: '10' },
      { ...context, editing: true },
      [],
    ],
    [
      'rejects more than the purchased quantity when editing',
      { qtd_solicitada: '11' },
      { ...context, editing: true },
      [
        [
          'qtd_solicitada',
          'Quantidade inválida. Verifique a quantidade adicionada. Restam 10 UN para devolver.',
        ],
      ],
    ],
    ...['0', '-1', '1e309', '1,5', 'NaN', ''].map(
      (qtd_solicitada): [string, Partial<TicketItemInput>, ItemContext, [string, string][]] => [
        `refuses the quantity '${qtd_solicitada}'`,
        { qtd_solicitada },
        context,
        [
          [
            'qtd_solicitada',
            `Quantidade inválida. Verifique a quantidade adicionada. ${causeOf(qtd_solicitada)}.`,
          ],
        ],
      ],
    ),
    ['requires a reason', { motivo_id: null }, context, [['motivo_id', 'Obrigatório informar o motivo.']]],
    [
      'rejects an unknown reason',
      { motivo_id: 99 },
      context,
      [['motivo_id', 'Obrigatório informar o motivo.']],
    ],
    [
      'requires a note if the reason demands one',
      { motivo_id: 2, obs: '  ' },
      context,
      [['obs', 'O campo de observações é obrigatório.']],
    ],
    ['accepts the note', { motivo_id: 2, obs: 'a'.repeat(250) }, context, []],
    [
      'rejects a note that is too long',
      { obs: 'a'.repeat(251) },
      context,
      [['obs', 'Máximo de 250 caracteres.']],
    ],
    [
      'requires a photo if the product demands one',
      {},
      product({ photoRequired: true }),
      [['arquivos', 'Obrigatório incluir um anexo.']],
    ],
    [
      'requires a photo if the reason demands one',
      { motivo_id: 3 },
      context,
      [['arquivos', 'Obrigatório incluir um anexo.']],
    ],
    ['accepts the photo', { motivo_id: 3, arquivos: [photo] }, context, []],
    [
      'rejects a seventh photo',
      { arquivos: Array(7).fill(photo) },
      context,
      [['arquivos', 'É possível anexar no máximo 6 arquivos.']],
    ],
    [
      'rejects an unavailable product',
      {},
      product({ unavailable: true }),
      [['produto_id', 'Produto não disponível']],
    ],
    [
      'rejects an unknown product',
      {},
      { ...context, product: null },
      [['produto_id', 'Produto não disponível']],
    ],
    [
      'reports all problems at once, in the order of the toasts',
      { qtd_solicitada: '0', motivo_id: null },
      product({ photoRequired: true }),
      [
        [
          'qtd_solicitada',
          'Quantidade inválida. Verifique a quantidade adicionada. A quantidade precisa ser maior que zero.',
        ],
        ['motivo_id', 'Obrigatório informar o motivo.'],
        ['arquivos', 'Obrigatório incluir um anexo.'],
      ],
    ],
  ])('%s', (_name, change, given, expected) => {
    expect(itemProblems({ ...item, ...change }, given).map(({ field, message }) => [field, message])).toEqual(
      expected,
    );
  });

  it('stops at the limit, counting loose products', () => {
    const input = { itens: [item], itensAvulsos: [{ produto_id: 1 }] };
    expect(itemLimitProblems(input, 2)).toEqual([]);
    expect(itemLimitProblems(input, 2, 1)).toEqual([
      { field: 'itens', message: 'O ticket não pode ter mais que 2 itens.' },
    ]);
  });

  it('names the place of each problem, and rejects a product added twice for one invoice', () => {
    const items = [item, { ...item, nfe: 'K2' }, item, { ...item, produto_id: 2, motivo_id: null }];
    expect(allItemProblems(items, () => context)).toEqual([
      { field: 'itens.2.produto_id', message: 'Este produto já foi adicionado.' },
      { field: 'itens.3.motivo_id', message: 'Obrigatório informar o motivo.' },
    ]);
  });
});
