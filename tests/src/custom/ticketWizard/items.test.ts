import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { emptyDraft, savedDraft, type TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import {
  addAll,
  addedAllText,
  addedItem,
  addLine,
  addProblems,
  answersOf,
  editLine,
  givenOfItem,
  itemContextOf,
  keyOf,
  type LineAnswers,
  lineKey,
  linesToAdd,
  proposedReason,
  removeAll,
  removeLine,
} from '#src/resources/tickets/shared/draft/itemTransitions.ts';
import { fitsText } from '#src/resources/tickets/shared/items/InvoiceProducts.tsx';
import { invoice, product, reasons, stored } from './support/catalog.ts';

const line = { invoice: invoice(), product: product() };
const key = keyOf(line);
const rules = { reasons, maxItems: 100 };
const avaria = { id: 4, descricao: 'Avaria' };
const desacordo = { id: 1, descricao: 'Desacordo com o pedido' };
const answers = (change: Partial<LineAnswers> = {}): LineAnswers => ({
  qtd_solicitada: '2',
  motivo: desacordo,
  obs: '',
  arquivos: [],
  ...change,
});
const messages = (change: Partial<LineAnswers>, draft = emptyDraft(), max = 100) =>
  addProblems(draft, line, answers(change), { reasons, maxItems: max }).map(({ message }) => message);

describe('quantity of an added item', () => {
  const units = [
    { unidade: 'CX', fator: '12' },
    { unidade: 'UN', fator: '1' },
  ];
  const box = { invoice: line.invoice, product: product({ unidade: 'CX', embalagens: units }) };
  const told = (change: Partial<LineAnswers>) => {
    const [item] = addLine(emptyDraft(), box, answers(change)).itens;
    return item && givenOfItem(item);
  };

  it('is told in the unit that was given, with that of the invoice in brackets', () => {
    expect(told({ qtd_solicitada: '3', embalagem: units[1] })).toBe('3 UN (0,25 CX)');
    expect(told({ qtd_solicitada: '2', embalagem: units[0] })).toBe('2 CX');
    expect(told({ qtd_solicitada: '2' })).toBe('2 CX');
    expect(told({ qtd_solicitada: '' })).toBe('');
  });
});

describe('adding an item', () => {
  it.each<[string, Partial<LineAnswers>, string[]]>([
    ['a valid item', {}, []],
    [
      'no quantity',
      { qtd_solicitada: '' },
      ['Quantidade inválida. Verifique a quantidade adicionada. 000.003 - Café 500 g: informe a quantidade.'],
    ],
    [
      'more than is left',
      { qtd_solicitada: '5' },
      [
        'Quantidade inválida. Verifique a quantidade adicionada. 000.003 - Café 500 g: restam 4 UN para devolver.',
      ],
    ],
    ['no reason', { motivo: null }, ['Obrigatório informar o motivo.']],
    [
      'a reason that requires a remark',
      { motivo: { id: 12, descricao: 'Outro' } },
      ['O campo de observações é obrigatório.'],
    ],
    ['a reason that requires a photo', { motivo: avaria }, ['Obrigatório incluir um anexo.']],
    ['a reason with its required photo', { motivo: avaria, arquivos: [stored('a.jpg')] }, []],
  ])('is checked: %s', (_name, change, expected) => {
    expect(messages(change)).toEqual(expected);
  });

  it('stops at the limit, which also counts loose products', () => {
    const loose = { id: 1, display: '1 - A', descricao: 'A', codigo_barras: null };
    expect(messages({}, { ...emptyDraft(), itensAvulsos: [loose] }, 1)).toEqual([
      'O ticket não pode ter mais que 1 itens.',
    ]);
  });

  it('keeps earlier input, moves it into the item, and back when the item is removed', () => {
    const typed = editLine(emptyDraft(), key, { obs: 'amassada', arquivos: [stored('a.jpg')] }, reasons);
    expect(typed.itens).toEqual([]);
    expect(savedDraft(JSON.parse(JSON.stringify(typed)))).toEqual({ value: typed, complete: true });
    const full = answers({ ...answersOf(typed, key, reasons), qtd_solicitada: '2', motivo: avaria });
    const added = addLine(typed, line, full);
    expect(added.itensEmEdicao).toEqual([]);
    expect(addedItem(added, key)).toMatchObject({ obs: 'amassada', qtd_devolvivel: '4', numNF: '780' });
    const edited = editLine(added, key, { qtd_solicitada: '3' }, reasons);
    expect(addedItem(edited, key)?.qtd_solicitada).toBe('3');
    const removed = removeLine(edited, key);
    expect(removed.itens).toEqual([]);
    expect(answersOf(removed, key, reasons)).toMatchObject({ qtd_solicitada: '3', obs: 'amassada' });
  });

  it('reports started lines until they are added or removed', () => {
    const begun = editLine(emptyDraft(), key, { qtd_solicitada: '2', motivo: desacordo }, reasons);
    const waits = (draft: TicketDraft) => linesToAdd(draft).map(({ produto_id }) => produto_id);
    expect(waits(begun)).toEqual([3]);
    expect(waits(editLine(begun, key, { qtd_solicitada: '' }, reasons))).toEqual([]);
    expect(waits(editLine(emptyDraft(), key, { motivo: desacordo }, reasons))).toEqual([]);
    expect(waits(editLine(emptyDraft(), key, { arquivos: [stored('a.jpg')] }, reasons))).toEqual([3]);
    const added = addLine(begun, line, answers());
    expect(waits(added)).toEqual([]);
    const removed = removeLine(added, key);
    expect(waits(removed)).toEqual([]);
    expect(savedDraft(JSON.parse(JSON.stringify(removed)))).toEqual({ value: removed, complete: true });
    // Who answers for it again means it again.
    expect(waits(editLine(removed, key, { qtd_solicitada: '1' }, reasons))).toEqual([3]);
  });

  it('starts with the default reason', () => {
    const standard = reasons.map((reason) => ({ ...reason, padrao: reason.id === 8 }));
    expect(answersOf(emptyDraft(), key, standard).motivo?.id).toBe(8);
    expect(answersOf(emptyDraft(), key, reasons).motivo).toBeNull();
  });
});

describe('reason of the next product', () => {
  const [second, third] = [4, 5].map((produto_id) => ({
    invoice: invoice({ chave: '1'.repeat(44) }),
    product: product({ produto_id }),
  })) as [typeof line, typeof line];
  const added = addLine(emptyDraft(), line, answers());

  it('is proposed as it was given last, also in another invoice, until the product has answers', () => {
    expect(answersOf(added, keyOf(second), reasons).motivo).toEqual(desacordo);
    const both = addLine(added, second, answers({ motivo: avaria, arquivos: [stored('a.jpg')] }));
    expect(answersOf(both, keyOf(third), reasons).motivo).toEqual(avaria);
    const none = editLine(both, keyOf(third), { motivo: null }, reasons);
    expect(answersOf(none, keyOf(third), reasons).motivo).toBeNull();
    expect(none.itens).toEqual(both.itens);
  });

  it('is proposed before the default, and never where it is not offered', () => {
    const standard = reasons.map((reason) => ({ ...reason, padrao: reason.id === 8 }));
    expect(answersOf(added, keyOf(second), standard).motivo).toEqual(desacordo);
    const others = standard.filter(({ id }) => id !== desacordo.id);
    expect(answersOf(added, keyOf(second), others).motivo?.id).toBe(8);
    expect(proposedReason(added, others)).toBeNull();
  });

  it('is one that was added rather than one still being filled in', () => {
    const typing = editLine(added, keyOf(third), { motivo: avaria }, reasons);
    expect(proposedReason(typing, reasons)).toEqual(desacordo);
    expect(proposedReason(editLine(emptyDraft(), key, { motivo: avaria }, reasons), reasons)).toEqual(avaria);
    expect(proposedReason(emptyDraft(), reasons)).toBeNull();
  });

  it('gives way to the one for all, and is used where there is none', () => {
    const reasonsOf = (result: ReturnType<typeof addAll>) =>
      result.draft.itens.map(({ produto_id, motivo }) => [produto_id, motivo?.id]);
    const outro = { id: 8, descricao: 'Produto trocado' };
    expect(reasonsOf(addAll(added, [second, third], rules, outro))).toEqual([
      [3, desacordo.id],
      [4, 8],
      [5, 8],
    ]);
    expect(reasonsOf(addAll(added, [second, third], rules))).toEqual([
      [3, desacordo.id],
      [4, desacordo.id],
      [5, desacordo.id],
    ]);
    const own = editLine(added, keyOf(second), { motivo: desacordo }, reasons);
    expect(reasonsOf(addAll(own, [second], rules, outro))).toContainEqual([4, desacordo.id]);
  });
});

describe('all products of an invoice', () => {
  const lines = [
    line,
    { invoice: invoice(), product: product({ produto_id: 4, qtd: '1.5', anexo_obrigatorio: true }) },
    { invoice: invoice(), product: product({ produto_id: 5, indisponivel: true }) },
    { invoice: invoice(), product: product({ produto_id: 6, qtd: '9' }) },
  ];

  it('are added with their full quantity, and the others are listed with what they lack', () => {
    const result = addAll(emptyDraft(), lines, rules, desacordo);
    expect(result.added).toBe(2);
    expect(result.draft.itens.map((item) => [item.produto_id, item.qtd_solicitada])).toEqual([
      [3, '4'],
      [6, '9'],
    ]);
    expect(result.refused.map(({ line: { product: p }, messages }) => [p.produto_id, messages])).toEqual([
      [4, ['Obrigatório incluir um anexo.']],
    ]);
    expect(addedAllText(result)).toBe(
      '2 itens adicionados.\n1 produto ficou de fora:\nObrigatório incluir um anexo. (1 produto)',
    );
    expect(result.draft.itensEmEdicao).toMatchObject([
      { produto_id: 4, qtd_solicitada: '1.5', motivo: desacordo },
    ]);
  });

  it('are added without changing what was typed or added before', () => {
    const typed = editLine(
      emptyDraft(),
      key,
      { qtd_solicitada: '1', motivo: avaria, arquivos: [stored('a.jpg')] },
      reasons,
    );
    const { draft } = addAll(typed, lines, rules, desacordo);
    expect(addedItem(draft, key)).toMatchObject({ qtd_solicitada: '1', motivo: avaria });
    expect(addAll(draft, [line], rules, desacordo)).toMatchObject({ added: 0, refused: [] });
  });

  it('are not added when there is no room for all', () => {
    const result = addAll(emptyDraft(), lines, { reasons, maxItems: 2 }, desacordo);
    expect(result.draft).toEqual(emptyDraft());
    expect(addedAllText(result)).toBe('O ticket não pode ter mais que 2 itens.');
  });

  it('are reported with every reason, with the number of products it concerns', () => {
    expect(addedAllText(addAll(emptyDraft(), lines, rules))).toBe(
      [
        '3 produtos ficaram de fora:',
        'Obrigatório informar o motivo. (3 produtos)',
        'Obrigatório incluir um anexo. (1 produto)',
      ].join('\n'),
    );
  });

  it('are removed together, other invoices stay', () => {
    const other = { invoice: invoice({ chave: '1'.repeat(44) }), product: product() };
    const both: TicketDraft = addLine(addLine(emptyDraft(), line, answers()), other, answers());
    expect(removeAll(both, line.invoice.chave).itens.map(({ nfe }) => nfe)).toEqual(['1'.repeat(44)]);
  });
});

describe('rules of an item in the draft', () => {
  it('use what the invoice says about it', () => {
    const draft = addLine(emptyDraft(), line, answers());
    const context = itemContextOf(draft.itens, reasons);
    expect(context({ ...key, qtd_solicitada: '1' }).product).toMatchObject({
      purchased: '10',
      returnable: '4',
    });
    expect(context({ nfe: 'K', produto_id: 3, qtd_solicitada: '1' }).product).toBeNull();
  });
});

describe('product filter', () => {
  it.each([
    ['cafe', true],
    ['SERRA 003', true],
    ['', true],
    ['chá', false],
  ])('checks whether %p matches', (text, fits) => {
    expect(fitsText(product(), text)).toBe(fits);
  });
});

describe('draft after any changes of its lines', () => {
  const lines = [line, { invoice: invoice(), product: product({ produto_id: 4 }) }];
  const at = fc.nat({ max: lines.length - 1 });
  const step = fc.oneof(
    at.map((n) => (draft: TicketDraft) => editLine(draft, keyOf(lines[n] ?? line), { obs: 'x' }, reasons)),
    at.map((n) => (draft: TicketDraft) => addLine(draft, lines[n] ?? line, answers())),
    at.map((n) => (draft: TicketDraft) => {
      const item = draft.itens[n];
      return item ? removeLine(draft, lineKey(item)) : draft;
    }),
    fc.constant((draft: TicketDraft) => addAll(draft, lines, rules).draft),
    fc.constant((draft: TicketDraft) => removeAll(draft, line.invoice.chave)),
  );

  it('is restored completely, and has no line twice', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const draft = steps.reduce((now, next) => next(now), emptyDraft());
        expect(savedDraft(JSON.parse(JSON.stringify(draft)))).toEqual({ value: draft, complete: true });
        const held = [...draft.itens, ...draft.itensEmEdicao].map(({ produto_id }) => produto_id);
        expect(new Set(held).size).toBe(held.length);
      }),
    );
  });

  it('accepts a key, not an item, for removing a line', () => {
    const added = addLine(emptyDraft(), line, answers());
    const [item] = added.itens;
    if (!item) throw new Error('not added');
    // @ts-expect-error An item has more fields than its key, and all of them would be stored.
    expect(removeLine(added, item).itensEmEdicao).not.toEqual(removeLine(added, lineKey(item)).itensEmEdicao);
  });
});
