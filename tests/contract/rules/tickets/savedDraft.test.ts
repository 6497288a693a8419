import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import {
  emptyDraft,
  savedDraft,
  type TicketDraft,
  ticketInputOf,
} from '#contract/rules/tickets/ticketDraft.ts';
import { TicketInput } from '#contract/rules/tickets/ticketInput.ts';

const file = {
  id: '5f0c6c1e-0000-4000-8000-000000000001',
  nome: 'avaria.jpg',
  mime: 'image/jpeg',
  tamanho: 1024,
};
const full: TicketDraft = {
  ...emptyDraft(),
  tipo: { id: 1, chave: 'DEVOLUCAO', desc: 'Devolução de mercadoria' },
  motivo1: { id: 1001, descricao: 'Desacordo comercial' },
  origem: { chave: 'SAC', descricao: 'SAC' },
  cliente: { id: 7, razSoc: 'Padaria Sol Ltda', fant: 'Padaria Sol' },
  filial: { idFil: 1, razSoc: 'Matriz' },
  mensagem: '<p>Chegou amassado</p>',
  arquivos: [file],
  itens: [
    {
      produto_id: 3,
      idExibicao: '000.003',
      descricao: 'Café 500 g',
      marca: 'Serra',
      unidade: 'UN',
      idImagem: null,
      nfe: '52060433009911002506550120000007800267301615',
      numNF: '780',
      valor_unitario: '12.5',
      qtd_comprada: '10',
      qtd_devolvivel: '4',
      qtd_solicitada: '2',
      motivo: { id: 4, descricao: 'Avaria' },
      obs: ' caixa rasgada ',
      arquivos: [file],
      anexo_obrigatorio: true,
    },
  ],
};

describe('saved draft', () => {
  const stored = (content: unknown) => savedDraft(JSON.parse(JSON.stringify(content)));

  it('is restored as it was saved, with files', () => {
    expect(stored(full)).toEqual({ value: full, complete: true });
    expect(stored(emptyDraft())).toEqual({ value: emptyDraft(), complete: true });
  });

  it('is restored in full where objects have more fields than required', () => {
    const line = { ...full.itens[0], extra: 'x' };
    const held = stored({ ...full, itens: [line], itensEmEdicao: [line] });
    const { produto_id, nfe, qtd_solicitada, motivo, obs, arquivos } =
      full.itens[0] ?? ({} as TicketDraft['itens'][number]);
    expect(held).toEqual({
      value: { ...full, itensEmEdicao: [{ produto_id, nfe, qtd_solicitada, motivo, obs, arquivos }] },
      complete: true,
    });
  });

  it.each<[object, Partial<TicketDraft>]>([
    [{ passo: 3 }, {}],
    [{ arquivos: [file, { ...file, id: '../etc' }] }, { arquivos: [file] }],
    [{ itens: [...full.itens, { produto_id: 3 }] }, {}],
    [{ mensagem: 7 }, { mensagem: '' }],
    [{ cliente: 'Padaria' }, { cliente: null }],
  ])('is restored as far as possible with %j, and marked incomplete', (change, read) => {
    expect(stored({ ...full, ...change })).toEqual({ value: { ...full, ...read }, complete: false });
  });

  it.each<[unknown, null | 'nothing']>([
    [null, 'nothing'],
    [{}, 'nothing'],
    ['texto', null],
    [{ deOutraVersao: 'texto' }, null],
  ])('of %j is %j', (content, expected) => {
    expect(stored(content)).toBe(expected);
  });
});

describe('request body that creates a ticket', () => {
  const ajv = new Ajv({ allErrors: true, strict: false });
  (addFormatsModule.default ?? addFormatsModule)(ajv);
  const accepts = ajv.compile(TicketInput);

  it('is made from a draft: identifiers, no display texts', () => {
    const input = ticketInputOf(full);
    expect(accepts(input)).toBe(true);
    expect(input).toMatchObject({ idTipo: 1, tipo: 'DEVOLUCAO', motivo1: 1001, idCli: 7, idFil: 1 });
    expect(input.itens).toEqual([
      {
        produto_id: 3,
        nfe: full.itens[0]?.nfe,
        qtd_solicitada: '2',
        motivo_id: 4,
        obs: 'caixa rasgada',
        arquivos: [file],
      },
    ]);
    expect(accepts(ticketInputOf(emptyDraft()))).toBe(true);
  });
  it.each([
    { status: 'FINALIZADO' },
    { etapaAtual: 'FINALIZADO' },
    { idCli: '7' },
    { idCli: -1 },
    { itens: [{ produto_id: 3 }] },
    { itens: [{ produto_id: 3, nfe: 'K', qtd_solicitada: true }] },
    { dias_atraso_prorrogacao: 1.5 },
    { responsavel_prorrogacao: 'CLIENTE' },
  ])('is rejected with %j', (change) => {
    expect(accepts({ ...ticketInputOf(full), ...change })).toBe(false);
  });
  it.each([2, '2', '1,5', '1e309'])(
    'leaves the quantity %p to the rule that explains what is wrong',
    (qtd_solicitada) => {
      expect(accepts({ itens: [{ produto_id: 3, nfe: 'K', qtd_solicitada }] })).toBe(true);
    },
  );
});
