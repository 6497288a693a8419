import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Form } from '../config/forms.ts';
import { FileRef } from '../config/platform.ts';
import { Done, defineRoutes, Id, Nullable, Personal, Strict, Text } from '../route.ts';

const areas = ['sac', 'callcenter'] as const;
const permission = 'SAC_CLIENTE_CADASTRAR';
const SELLING = 'CLIENTE_CADASTRA';
/** Each area has its own permission for registration. */
const permissionIn = { callcenter: SELLING } as const;
/** Validated by the step's published schema, which administrators maintain. */
const part = (title: string) =>
  Type.Record(Type.String(), Type.Unknown(), { title, additionalProperties: true });
const Document = Type.String({ title: 'CPF ou CNPJ', minLength: 11, maxLength: 18 });

/** The wizard steps for one kind of customer, in order, with their forms and initial values. */
export const RegistrationForms = Type.Object({
  etapas: Type.Array(
    Type.Object({
      etapa: Type.String({ title: 'Etapa' }),
      titulo: Type.String({ title: 'Título' }),
      descricao: Type.String({ title: 'Descrição' }),
      formulario: Form,
      inicial: part('Valores iniciais'),
      /** `<id> <version>`; sent back with the registration, so that a change in the meantime is detected. */
      versao: Type.String({ title: 'Versão da etapa' }),
    }),
    { title: 'Etapas' },
  ),
  contexto: part('Contexto'),
});
export type RegistrationForms = Static<typeof RegistrationForms>;

/** An existing customer that resembles the one being entered. */
export const DuplicateCustomer = Type.Object({
  id: Id('Cliente'),
  razSoc: Type.String({ title: 'Razão social' }),
  fant: Type.String({ title: 'Nome fantasia' }),
  documento: Personal('DOCUMENTO', Type.String({ title: 'CPF ou CNPJ' })),
  /** A match on DOCUMENTO refuses the registration; TELEFONE and EMAIL only warn. */
  motivo: Type.Union([Type.Literal('DOCUMENTO'), Type.Literal('TELEFONE'), Type.Literal('EMAIL')], {
    title: 'O que é igual',
  }),
});

/** documento, empresa, contatos, enderecoCobranca, enderecoEntrega, referenciasComerciais, dadosBancarios, anexos, camposAdicionais. */
const registration = Type.Object(
  {
    documento: Document,
    empresa: part('Empresa'),
    contatos: part('Contatos'),
    enderecoCobranca: part('Endereço de cobrança'),
    enderecoEntrega: part('Endereço de entrega'),
    referenciasComerciais: Type.Optional(
      Type.Array(part('Referência'), { title: 'Referências comerciais', maxItems: 50 }),
    ),
    dadosBancarios: Type.Optional(Type.Array(part('Conta'), { title: 'Dados bancários', maxItems: 50 })),
    /** In addition to those of `empresa`, as in document 000. */
    anexos: Type.Optional(Type.Array(FileRef, { title: 'Anexos', maxItems: 50 })),
    camposAdicionais: Type.Optional(part('Campos adicionais')),
    /** Must precede the files of a multipart body, so that texts and spreadsheets are accepted too. */
    finalidade: Type.Optional(Type.Literal('CADASTRO', { title: 'Finalidade' })),
    /** Version of the ticket whose customer is registered. */
    versao: Type.Optional(Type.Integer({ title: 'Versão do ticket', minimum: 0, maximum: 2147483647 })),
    /** The prospect that this registration completes. */
    idCli: Type.Optional(Id('Cliente')),
    versoes: Type.Optional(
      Type.Array(Type.String({ maxLength: 120 }), { title: 'Versões das etapas', maxItems: 20 }),
    ),
  },
  // Administrators may add fields to a step; the step's schema rejects unknown ones.
  { additionalProperties: true, title: 'Cadastro' },
);

export const RegistrationSimulation = Type.Object({
  dados: Type.Object({ originalData: Nullable(part('Cadastro')) }),
});

export const registrationRoutes = defineRoutes({
  /** Our own addition: the steps for this document (`tipo` and `simulacao` determine which rules apply). */
  forms: {
    method: 'GET',
    areas,
    path: '/clientes-cadastro/formularios',
    summary: 'Etapas do cadastro de cliente',
    permission,
    permissionIn,
    query: Strict({
      tipo: Type.Union([Type.Literal('PF'), Type.Literal('PJ')], { title: 'Pessoa' }),
      simulacao: Type.Optional(Type.Boolean({ title: 'Simulação' })),
    }),
    response: RegistrationForms,
  },
  mayRegister: {
    method: 'GET',
    areas,
    path: '/clientes/consulta/{documento}/permite-cadastrar',
    summary: 'Se um CPF ou CNPJ pode ser cadastrado',
    permission,
    permissionIn,
    params: Strict({ documento: Document }),
    /** `message` means that it is possible; `error` says why not. */
    response: Type.Object({
      message: Type.Optional(Type.String({ title: 'Pode ser cadastrado' })),
      error: Type.Optional(Type.String({ title: 'Por que não' })),
      idCli: Type.Optional(Id('Cliente')),
      /** Another seller serves the customer; a supervisor may be asked for a transfer. */
      podePedirTransferencia: Type.Optional(Type.Boolean({ title: 'Pode pedir a transferência' })),
    }),
  },
  lookUpDocument: {
    method: 'GET',
    path: '/callcenter/clientes/consulta/{documento}',
    summary: 'Consultar um documento no call-center',
    permission: SELLING,
    params: Strict({ documento: Document }),
    response: Type.Object({
      message: Type.Optional(Type.String({ title: 'Pode ser cadastrado' })),
      error: Type.Optional(Type.String({ title: 'Por que não' })),
      idCli: Type.Optional(Id('Cliente')),
      /** Another seller serves the customer; a supervisor may be asked for a transfer. */
      podePedirTransferencia: Type.Optional(Type.Boolean({ title: 'Pode pedir a transferência' })),
    }),
  },
  taxAuthority: {
    method: 'POST',
    areas,
    path: '/consulta-receita/cnpj/{cnpj}',
    summary: 'Consultar um CNPJ na Receita',
    permission,
    permissionIn,
    params: Strict({ cnpj: Type.String({ title: 'CNPJ', minLength: 14, maxLength: 18 }) }),
    response: part('Empresa na Receita'),
  },
  simulation: {
    method: 'GET',
    path: '/sac/clientes/cadastro-simulacao',
    summary: 'Dados de um cliente de simulação',
    permission,
    query: Strict({ idCli: Id('Cliente') }),
    response: RegistrationSimulation,
  },
  simulationCallcenter: {
    method: 'GET',
    path: '/callcenter/cliente-cadastro-simulacao/{idCli}',
    summary: 'Dados de um cliente de simulação, no call-center',
    permission: SELLING,
    params: Strict({ idCli: Id('Cliente') }),
    response: RegistrationSimulation,
  },
  /** Our own addition: searches by document, phones and e-mails before saving. */
  duplicates: {
    method: 'POST',
    areas,
    path: '/clientes-cadastro/semelhantes',
    summary: 'Clientes parecidos com o que se cadastra',
    permission,
    permissionIn,
    body: Strict({
      documento: Type.Optional(Document),
      telefones: Type.Optional(Type.Array(Text('Telefone', 30), { title: 'Telefones', maxItems: 10 })),
      emails: Type.Optional(Type.Array(Text('E-mail', 100), { title: 'E-mails', maxItems: 10 })),
      menos: Type.Optional(Id('Cliente')),
    }),
    response: Type.Array(DuplicateCustomer),
  },
  register: {
    method: 'POST',
    areas,
    path: '/clientes',
    summary: 'Cadastrar um cliente',
    permission,
    permissionIn,
    body: registration,
    multipart: true,
    idempotent: true,
    response: Done,
  },
  preRegister: {
    method: 'POST',
    path: '/callcenter/clientes/pre-cadastro',
    summary: 'Pré-cadastrar um cliente',
    permission: SELLING,
    body: Strict({
      /** Left out while it is not known. */
      doc: Type.Optional(Document),
      razSoc: Text('Razão social', 100, { minLength: 1 }),
      fant: Text('Nome fantasia', 100, { minLength: 1 }),
      nomeContato: Text('Contato', 50, { minLength: 1 }),
      telefone: Text('Telefone', 30, { minLength: 1 }),
      email: Text('E-mail', 50, { minLength: 3 }),
    }),
    idempotent: true,
    response: Done,
  },
  /** Our own addition, for the document of a customer served by another seller. */
  requestTransfer: {
    method: 'POST',
    path: '/callcenter/clientes/transferencias',
    summary: 'Pedir a transferência de um cliente da empresa',
    permission: SELLING,
    body: Strict({ documento: Document, motivo: Type.Optional(Text('Motivo', 255)) }),
    idempotent: true,
    response: Done,
  },
  /** Completes the registration of the customer of a consumer's ticket. `versao` is the ticket's. */
  registerFromTicket: {
    method: 'POST',
    path: '/sac/tickets/{idTicket}/cliente',
    summary: 'Cadastrar o cliente de um ticket',
    permission,
    params: Strict({ idTicket: Id('Ticket') }),
    body: registration,
    multipart: true,
    idempotent: true,
    response: Done,
  },
});

const lookup = { method: 'GET', permission: 'SAC_CLIENTE', cacheMinutes: 10 } as const;
const salesLookup = { ...lookup, permission: 'CLIENTE' } as const;
const IdName = Type.Array(Type.Object({ id: Id('Código'), desc: Type.String({ title: 'Descrição' }) }));
const Banks = Type.Array(
  Type.Object({
    codigoBanco: Type.String({ title: 'Código do banco' }),
    nomeBanco: Type.String({ title: 'Nome do banco' }),
  }),
);

export const registrationLookupRoutes = defineRoutes({
  postalCode: {
    method: 'GET',
    path: '/cep/{cep}',
    summary: 'Endereço de um CEP',
    permission: 'session',
    params: Strict({ cep: Type.String({ title: 'CEP', pattern: '^\\d{5}-?\\d{3}$' }) }),
    response: Type.Object({
      logradouro: Type.Optional(Type.String({ title: 'Logradouro' })),
      uf: Type.Optional(Type.String({ title: 'UF' })),
      localidade: Type.Optional(Type.String({ title: 'Cidade' })),
      complemento: Type.Optional(Type.String({ title: 'Complemento' })),
      bairro: Type.Optional(Type.String({ title: 'Bairro' })),
      ibge: Type.Optional(Type.String({ title: 'Código IBGE' })),
      /** The postal code was not found. */
      erro: Type.Optional(Type.Boolean({ title: 'Não encontrado' })),
    }),
  },
  states: {
    method: 'GET',
    areas: ['sac', 'callcenter'],
    path: '/estados',
    summary: 'Estados',
    permission: 'session',
    cacheMinutes: 10,
    response: Type.Array(
      Type.Object({ uf: Type.String({ title: 'UF' }), nome: Type.String({ title: 'Estado' }) }),
    ),
  },
  cities: {
    method: 'GET',
    areas: ['sac', 'callcenter'],
    path: '/estados/{uf}/cidades',
    summary: 'Cidades de um estado',
    permission: 'session',
    cacheMinutes: 10,
    params: Strict({ uf: Type.String({ title: 'UF', pattern: '^[A-Z]{2}$' }) }),
    response: Type.Array(
      Type.Object({ ibge: Type.String({ title: 'Código IBGE' }), cidade: Type.String({ title: 'Cidade' }) }),
    ),
  },
  banks: { ...lookup, path: '/sac/consultas/bancos', summary: 'Bancos', response: Banks },
  banksCallcenter: {
    ...salesLookup,
    path: '/callcenter/bancos',
    summary: 'Bancos, no call-center',
    response: Banks,
  },
  priceTables: {
    ...lookup,
    path: '/sac/consultas/tabelas-preco',
    summary: 'Tabelas de preço',
    response: IdName,
  },
  priceTablesCallcenter: {
    ...salesLookup,
    path: '/callcenter/tabelas-preco',
    summary: 'Tabelas de preço, no call-center',
    response: IdName,
  },
  leadSources: {
    ...lookup,
    path: '/sac/consultas/lista-como-conheceu',
    summary: 'Como conheceu',
    response: IdName,
  },
  leadSourcesCallcenter: {
    ...salesLookup,
    path: '/callcenter/lista-como-conheceu',
    summary: 'Como conheceu, no call-center',
    response: IdName,
  },
  classifications: {
    ...lookup,
    path: '/sac/consultas/lista-classificacoes',
    summary: 'Classificações de cliente',
    response: IdName,
  },
  classificationsCallcenter: {
    ...salesLookup,
    path: '/callcenter/lista-classificacoes',
    summary: 'Classificações de cliente, no call-center',
    response: IdName,
  },
  activities: {
    ...lookup,
    path: '/sac/consultas/lista-atividades',
    summary: 'Atividades de cliente',
    response: IdName,
  },
  activitiesCallcenter: {
    ...salesLookup,
    path: '/callcenter/lista-atividades',
    summary: 'Atividades de cliente, no call-center',
    response: IdName,
  },
});
