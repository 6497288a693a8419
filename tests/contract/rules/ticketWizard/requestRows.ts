import { context, customer, form, type Row, reasons } from './wizardAnswers.ts';

/** What is requested, and for whom. */
export const REQUEST_ROWS: Row[] = [
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
];
