import { describe, expect, it } from '@jest/globals';
import { Value } from '@sinclair/typebox/value';
import type { WizardStepKey } from '../../../contract/catalogs/wizardStep.ts';
import { textsOf } from '../../../contract/rules/problem.ts';
import {
  allFiles,
  chooseResponsible,
  emptyDraft,
  TicketDraft,
  ticketInputOf,
} from '../../../contract/rules/ticketDraft.ts';
import type { TicketInput } from '../../../contract/rules/ticketInput.ts';
import { initialOrigin, onlyOne } from '../../../contract/rules/ticketSelection.ts';
import type { TicketType } from '../../../contract/rules/ticketType.ts';
import {
  consumerMode,
  stepProblems,
  ticketProblems,
  typesFor,
  type WizardContext,
  wizardSteps,
} from '../../../contract/rules/ticketWizard.ts';

const bare: TicketType = {
  id: 1,
  chave: 'T',
  desc: 'Tipo',
  menu: 'SOLICITACAO',
  usa_assunto: 0,
  usa_nota: 0,
  usa_produto: 0,
  usa_nota_produto: 0,
  usa_prorrogacao: 0,
  usa_mensagem: 0,
  usa_transportadora: 0,
  usa_consumidor_final: 0,
  gera_espelho_devolucao: true,
  motivos: null,
};
const file = (tamanho: number) => ({
  id: '5f0c6c1e-0000-4000-8000-000000000001',
  nome: 'a.jpg',
  mime: 'image/jpeg',
  tamanho,
});
const context = (type: Partial<TicketType> | null, change: Partial<WizardContext> = {}): WizardContext => ({
  type: type && { ...bare, ...type },
  consumer: false,
  today: '2026-11-21',
  maxItems: 2,
  maxBytes: 1_048_576,
  itemContext: () => ({
    product: { purchased: '10', returnable: '4', unavailable: false, photoRequired: false },
    reasons: [{ id: 1, descricao: 'Desacordo', padrao: false, informa: false, anexo_obrigatorio: false }],
  }),
  ...change,
});
const item = { produto_id: 1, nfe: 'K1', qtd_solicitada: '2', motivo_id: 1 };
const form = {
  documento: '700.000.007-44',
  nome: 'Ana Souza',
  email: 'ana@exemplo.com.br',
  telefone: '11933334444',
  data_nascimento: '1990-01-31',
};
const reasons = (informa: boolean) => ({
  obrigatorio: true,
  itens: [{ id: 7, descricao: 'Motivo', padrao: false, informa }],
});

describe('steps', () => {
  it('always begin with request and customer, and end with the confirmation', () => {
    expect(wizardSteps(bare).map(({ value }) => value)).toEqual(['SOLICITACAO', 'CLIENTE', 'CONFIRMACAO']);
    expect(wizardSteps(null)).toHaveLength(3);
  });
  it('follow the flags, in the order of the document', () => {
    const all = {
      ...bare,
      usa_produto: 1,
      usa_nota: 2,
      usa_nota_produto: 1,
      usa_prorrogacao: 1,
      usa_mensagem: 1,
      usa_transportadora: 1,
    };
    expect(wizardSteps(all).map(({ label }) => label)).toEqual([
      'Escolha a sua solicitação',
      'Selecione Cliente e filial',
      'Selecione os Produtos',
      'Selecione Notas Fiscais',
      'Selecione Produtos ou Notas Fiscais',
      'Informe os dados de prorrogação',
      'Detalhes',
      'Informe a Transportadora',
      'Confirme as informações',
    ]);
  });
  it('are offered to consumers only where the type allows it', () => {
    const types = [0, 1, 2].map((usa_consumidor_final) => ({ ...bare, usa_consumidor_final }));
    expect(typesFor(types, { consumer: true })).toHaveLength(2);
    expect(typesFor(types, { consumer: false })).toHaveLength(3);
    expect(types.map((type) => consumerMode(type, { consumer: false }))).toEqual([
      'OFF',
      'OFFERED',
      'FORCED',
    ]);
    expect(types.map((type) => consumerMode(type, { consumer: true }))).toEqual([
      'FORCED',
      'FORCED',
      'FORCED',
    ]);
  });
});

type Row = [WizardStepKey, string, WizardContext, TicketInput, Record<string, string>];
const customer = { origem: 'SAC', idCli: 1, idFil: 1 };
const rows: Row[] = [
  ['SOLICITACAO', 'no type', context(null), {}, { tipo: 'Escolha o tipo da solicitação.' }],
  ['SOLICITACAO', 'a plain type', context({}), {}, {}],
  ['SOLICITACAO', 'an optional subject', context({ usa_assunto: 1 }), {}, {}],
  [
    'SOLICITACAO',
    'a blank subject',
    context({ usa_assunto: 2 }),
    { assunto: '  ' },
    { assunto: 'Informe o assunto.' },
  ],
  ['SOLICITACAO', 'a subject', context({ usa_assunto: 2 }), { assunto: 'Frete' }, {}],
  [
    'SOLICITACAO',
    'a missing reason',
    context({ motivos: reasons(false) }),
    {},
    { motivo1: 'Escolha o motivo.' },
  ],
  ['SOLICITACAO', 'a reason', context({ motivos: reasons(false) }), { motivo1: 7 }, {}],
  [
    'CLIENTE',
    'nothing',
    context({}),
    {},
    { origem: 'Escolha a origem.', idCli: 'Escolha o cliente.', idFil: 'Escolha a filial.' },
  ],
  ['CLIENTE', 'customer and branch', context({}), customer, {}],
  [
    'CLIENTE',
    'a consumer in place of the branch',
    context({ usa_consumidor_final: 1 }),
    { origem: 'SAC', idCli: 1, consumidorFinal: form },
    {},
  ],
  [
    'CLIENTE',
    'a consumer without a record, named by staff',
    context({ usa_consumidor_final: 1 }),
    { origem: 'SAC', consumidorFinal: form },
    {},
  ],
  [
    'CLIENTE',
    'a consumer who is not their own customer',
    context({ usa_consumidor_final: 1 }, { consumer: true }),
    { origem: 'SAC', consumidorFinal: form },
    { idCli: 'Escolha o cliente.' },
  ],
  [
    'CLIENTE',
    'a consumer that the type does not take',
    context({}),
    { ...customer, consumidorFinal: form },
    { consumidorFinal: 'Este tipo de solicitação não aceita consumidor final.' },
  ],
  [
    'CLIENTE',
    'no consumer where one is required',
    context({ usa_consumidor_final: 2 }),
    customer,
    { consumidorFinal: 'Informe os dados do consumidor final.' },
  ],
  [
    'CLIENTE',
    'an empty consumer form of staff',
    context({ usa_consumidor_final: 1 }),
    {
      ...customer,
      consumidorFinal: { documento: '', nome: '', email: '', telefone: '', data_nascimento: '' },
    },
    Object.fromEntries(
      ['documento', 'nome', 'email', 'telefone', 'data_nascimento'].map((field) => [
        `consumidorFinal.${field}`,
        'Campo obrigatório',
      ]),
    ),
  ],
  [
    'CLIENTE',
    'a wrong consumer form',
    context({ usa_consumidor_final: 1 }),
    {
      ...customer,
      consumidorFinal: {
        documento: '111.111.111-11',
        nome: 'Ana',
        email: 'ana@',
        telefone: '123',
        data_nascimento: '2030-01-01',
      },
    },
    {
      'consumidorFinal.documento': 'O campo é inválido',
      'consumidorFinal.nome': 'Informe seu nome e sobrenome',
      'consumidorFinal.email': 'Formato de e-mail inválido',
      'consumidorFinal.telefone': 'Telefone inválido',
      'consumidorFinal.data_nascimento': 'Data inválida',
    },
  ],
  [
    'CLIENTE',
    'a consumer who gives name and e-mail',
    context({ usa_consumidor_final: 1 }, { consumer: true }),
    {
      origem: 'SAC',
      idCli: 1,
      consumidorFinal: { ...form, documento: '', telefone: '', data_nascimento: '' },
    },
    {},
  ],
  ['PRODUTOS', 'none of an optional step', context({ usa_produto: 1 }), {}, {}],
  [
    'PRODUTOS',
    'none of a required step',
    context({ usa_produto: 2 }),
    {},
    { itensAvulsos: 'Adicione pelo menos um produto.' },
  ],
  ['PRODUTOS', 'one', context({ usa_produto: 2 }), { itensAvulsos: [{ produto_id: 1 }] }, {}],
  [
    'PRODUTOS',
    'too many',
    context({ usa_produto: 2 }),
    { itensAvulsos: [1, 2, 3].map((produto_id) => ({ produto_id })) },
    { itens: 'O ticket não pode ter mais que 2 itens.' },
  ],
  ['NOTAS', 'none of an optional step', context({ usa_nota: 1 }), {}, {}],
  [
    'NOTAS',
    'none of a required step',
    context({ usa_nota: 2 }),
    { notas: [] },
    { notas: 'Adicione pelo menos uma nota fiscal.' },
  ],
  ['NOTAS', 'one', context({ usa_nota: 2 }), { notas: ['K1'] }, {}],
  ['NOTA_PRODUTOS', 'none of an optional step', context({ usa_nota_produto: 1 }), {}, {}],
  [
    'NOTA_PRODUTOS',
    'none of a required step',
    context({ usa_nota_produto: 2 }),
    {},
    { itens: 'Adicione pelo menos um item.' },
  ],
  ['NOTA_PRODUTOS', 'one', context({ usa_nota_produto: 2 }), { itens: [item] }, {}],
  [
    'NOTA_PRODUTOS',
    'a wrong one',
    context({ usa_nota_produto: 2 }),
    { itens: [item, { ...item, nfe: 'K2', qtd_solicitada: '5' }] },
    { 'itens.1.qtd_solicitada': 'Quantidade inválida. Verifique a quantidade adicionada.' },
  ],
  [
    'NOTA_PRODUTOS',
    'too many bytes',
    context({ usa_nota_produto: 2 }),
    { itens: [{ ...item, arquivos: [file(1_000_000)] }], arquivos: [file(48_577)] },
    { itens: 'Atenção: Você excedeu o limite de 1 MB' },
  ],
  [
    'PRORROGACAO',
    'nothing',
    context({ usa_prorrogacao: 1 }),
    {},
    {
      responsavel_prorrogacao: 'Escolha o responsável pelo atraso.',
      responsavel_prorrogacao_id: 'Escolha a transportadora.',
      dias_atraso_prorrogacao: 'Informe de 1 a 365 dias de atraso.',
    },
  ],
  [
    'PRORROGACAO',
    'a representative without a name',
    context({ usa_prorrogacao: 1 }),
    { responsavel_prorrogacao: 'REPRESENTANTE', dias_atraso_prorrogacao: 365 },
    { responsavel_prorrogacao_id: 'Escolha o representante.' },
  ],
  [
    'PRORROGACAO',
    'zero days',
    context({ usa_prorrogacao: 2 }),
    { responsavel_prorrogacao: 'TRANSPORTADORA', responsavel_prorrogacao_id: 3, dias_atraso_prorrogacao: 0 },
    { dias_atraso_prorrogacao: 'Informe de 1 a 365 dias de atraso.' },
  ],
  [
    'PRORROGACAO',
    '366 days',
    context({ usa_prorrogacao: 2 }),
    {
      responsavel_prorrogacao: 'TRANSPORTADORA',
      responsavel_prorrogacao_id: 3,
      dias_atraso_prorrogacao: 366,
    },
    { dias_atraso_prorrogacao: 'Informe de 1 a 365 dias de atraso.' },
  ],
  [
    'PRORROGACAO',
    'all of it',
    context({ usa_prorrogacao: 2 }),
    {
      responsavel_prorrogacao: 'REPRESENTANTE',
      responsavel_prorrogacao_id: 3,
      representante_id: 3,
      dias_atraso_prorrogacao: 1,
    },
    {},
  ],
  [
    'PRORROGACAO',
    'two different representatives',
    context({ usa_prorrogacao: 2 }),
    {
      responsavel_prorrogacao: 'REPRESENTANTE',
      responsavel_prorrogacao_id: 3,
      representante_id: 4,
      dias_atraso_prorrogacao: 1,
    },
    { responsavel_prorrogacao_id: 'O responsável não confere com o representante.' },
  ],
  ['DETALHES', 'no message where it is optional', context({ usa_mensagem: 1 }), {}, {}],
  [
    'DETALHES',
    'markup without text',
    context({ usa_mensagem: 2 }),
    { mensagem: '<p>&nbsp;<br> </p>' },
    { mensagem: 'Escreva a mensagem.' },
  ],
  ['DETALHES', 'a message', context({ usa_mensagem: 2 }), { mensagem: '<p>Caixa amassada</p>' }, {}],
  [
    'DETALHES',
    'a reason that asks for an explanation',
    context({ usa_mensagem: 1, motivos: reasons(true) }),
    { motivo1: 7 },
    { mensagem: 'Escreva a mensagem.' },
  ],
  [
    'DETALHES',
    'seven photos',
    context({ usa_mensagem: 1 }),
    { arquivos: Array(7).fill(file(1)) },
    { arquivos: 'É possível anexar no máximo 6 arquivos.' },
  ],
  [
    'DETALHES',
    'one byte too many',
    context({ usa_mensagem: 1 }),
    { arquivos: [file(1_048_577)] },
    { arquivos: 'Atenção: Você excedeu o limite de 1 MB' },
  ],
  ['DETALHES', 'as many bytes as allowed', context({ usa_mensagem: 1 }), { arquivos: [file(1_048_576)] }, {}],
  ['TRANSPORTADORA', 'none of an optional step', context({ usa_transportadora: 1 }), {}, {}],
  [
    'TRANSPORTADORA',
    'none of a required step',
    context({ usa_transportadora: 2 }),
    {},
    { transportadora_id: 'Escolha a transportadora.' },
  ],
  ['TRANSPORTADORA', 'one', context({ usa_transportadora: 2 }), { transportadora_id: 3 }, {}],
];

describe('gating', () => {
  it.each(rows)('%s with %s', (step, _name, given, input, expected) => {
    expect(textsOf(stepProblems(step, input, given))).toEqual(expected);
  });

  it('repeats every step of the type at the end', () => {
    const type = { usa_nota: 2, usa_mensagem: 2, motivos: reasons(false) };
    expect(Object.keys(textsOf(stepProblems('CONFIRMACAO', {}, context(type))))).toEqual([
      'motivo1',
      'origem',
      'idCli',
      'idFil',
      'notas',
      'mensagem',
    ]);
    expect(ticketProblems({ ...customer, motivo1: 7, notas: ['K'], mensagem: 'Oi' }, context(type))).toEqual(
      [],
    );
  });

  it('refuses answers that the type does not ask for', () => {
    const stray = {
      ...customer,
      notas: ['K'],
      itens: [item],
      itensAvulsos: [{ produto_id: 1 }],
      mensagem: 'Oi',
      arquivos: [file(1)],
      responsavel_prorrogacao: 'REPRESENTANTE' as const,
    };
    expect(Object.keys(textsOf(ticketProblems(stray, context({}))))).toEqual([
      'notas',
      'itensAvulsos',
      'itens',
      'arquivos',
      'mensagem',
      'responsavel_prorrogacao',
    ]);
  });
});

describe('draft', () => {
  it('is a valid one when empty, and sends nothing chosen', () => {
    expect(Value.Check(TicketDraft, emptyDraft())).toBe(true);
    expect(Object.keys(textsOf(stepProblems('CLIENTE', ticketInputOf(emptyDraft()), context({}))))).toEqual([
      'origem',
      'idCli',
      'idFil',
    ]);
  });
  it('forgets the other party when the responsible one changes', () => {
    const draft = {
      ...emptyDraft(),
      transportadora: { id: 3, razSoc: 'Rápida' },
      representante: { id: 4, nome: 'Rui' },
    };
    const byRepresentative = chooseResponsible(draft, 'REPRESENTANTE');
    expect([byRepresentative.transportadora, byRepresentative.representante?.id]).toEqual([null, 4]);
    expect(ticketInputOf(byRepresentative)).toMatchObject({
      responsavel_prorrogacao_id: 4,
      representante_id: 4,
      transportadora_id: null,
    });
    const byCarrier = chooseResponsible(draft, 'TRANSPORTADORA');
    expect([byCarrier.transportadora?.id, byCarrier.representante]).toEqual([3, null]);
    expect(ticketInputOf(byCarrier)).toMatchObject({ responsavel_prorrogacao_id: 3, representante_id: null });
  });
  it('counts every file once', () => {
    expect(allFiles({ arquivos: [file(1)], itens: [] })).toHaveLength(1);
  });
  it('chooses what leaves no choice', () => {
    expect([onlyOne([1]), onlyOne([1, 2]), onlyOne([])]).toEqual([1, null, null]);
    const origins = [{ chave: 'SAC' }, { chave: 'EMAIL' }];
    expect(initialOrigin(origins.slice(0, 1), null)?.chave).toBe('SAC');
    expect([
      initialOrigin(origins, 'EMAIL')?.chave,
      initialOrigin(origins, 'FAX'),
      initialOrigin(origins, null),
    ]).toEqual(['EMAIL', null, null]);
  });
});
