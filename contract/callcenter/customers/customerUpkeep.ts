import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import {
  Day,
  Decimal,
  Done,
  defineRoutes,
  Id,
  Nullable,
  One,
  Paginator,
  Personal,
  Strict,
  Text,
} from '../../route.ts';
import { MAX_CONTACT_INTERVAL_DAYS, SERVED_FLAGS } from '../../rules/customers/serviceForm.ts';
import type { PersonalKind } from '../../rules/privacy/masks.ts';
import { CarrierOption } from '../../sac/lookups.ts';
import { Flag, LooseChoice, LooseId, Version } from '../../sharedShapes.ts';

const BOTH = ['sac', 'callcenter'] as const;
const params = Strict({ idCli: Id('Cliente') });
const Word = (title: string) => Type.String({ title });

/** How often and when a customer is contacted (document 001 section 5). Omitted fields are left unchanged. */
export const ServiceSettingsInput = Strict(
  {
    frequenciaAtendimento: Type.Optional(
      Type.Integer({ title: 'Dias entre contatos', minimum: 0, maximum: MAX_CONTACT_INTERVAL_DAYS }),
    ),
    naoContatar: Flag('Não contatar'),
    dtProximoContatoCobranca: Type.Optional(Nullable(Text('Próximo contato de cobrança', 19))),
    ...(Object.fromEntries(SERVED_FLAGS.map((flag) => [flag, Flag(flag)])) as Record<
      (typeof SERVED_FLAGS)[number],
      ReturnType<typeof Flag>
    >),
    versao: Version,
  },
  { title: 'Configurações de atendimento' },
);
export type ServiceSettingsInput = Static<typeof ServiceSettingsInput>;

/** A new value together with the value that was read. If another value has been stored in between, the edit is a conflict. */
const Edit = (title: string, length: number, kind: PersonalKind) =>
  Strict({
    id: LooseId('Código'),
    valoranterior: Text('Valor anterior', length),
    valor: Personal(kind, Text(title, length, { minLength: 1 })),
  });

export const ActivityRow = Type.Object({
  id: Id('Código'),
  idAtividade: Nullable(Id('Atividade')),
  atividade: Word('Atividade'),
  permiteEditar: Type.Boolean({ title: 'Pode ser editada' }),
});
export const DescribedActivity = Type.Object({ id: Id('Código'), desc: Word('Descrição') });

const Named = (title: string) => Nullable(Type.Object({ desc: Word('Descrição') }, { title }));

export const CreditLimit = Type.Object({
  id: Id('Limite'),
  limite_total: Decimal('Limite total'),
  limite_utilizado: Decimal('Utilizado'),
  limite_disponivel: Decimal('Disponível'),
  credito_disponivel: Decimal('Crédito do cliente'),
  cobranca: Named('Cobrança'),
  plano: Named('Plano'),
  data_vencimento: Nullable(Day('Vencimento')),
});
export type CreditLimit = Static<typeof CreditLimit>;

export const OpenTitle = Type.Object({
  id: Id('Título'),
  nro: Word('Número'),
  idFil: Id('Filial'),
  /** VENCIDO or A_VENCER. */
  grupo: Word('Situação'),
  descCob: Word('Cobrança'),
  dtVenc: Day('Vencimento'),
  /** The due date, or the next day on which banks work. */
  pagavelAte: Day('Pagável até'),
  valor: Decimal('Valor'),
  /** Days that are left to pay it; once it is late, the days since its due date, negative. */
  dias: Type.Integer({ title: 'Dias para vencer' }),
});
export type OpenTitle = Static<typeof OpenTitle>;

/** Customer data kept outside the registration, and the fields that an operator may edit in place. */
export const customerUpkeepRoutes = defineRoutes({
  saveSettings: {
    method: 'PUT',
    path: '/callcenter/clientes/{idCli}',
    summary: 'Mudar as configurações de atendimento de um cliente',
    permission: 'CLIENTE_FREQUENCIA',
    idempotent: true,
    params,
    body: ServiceSettingsInput,
    response: Done,
  },
  saveFlex: {
    method: 'PUT',
    path: '/callcenter/clientes/{idCli}/flex',
    summary: 'Mudar o flex de um cliente',
    permission: 'CLIENTE_FLEX',
    idempotent: true,
    params,
    body: Strict({
      flex: Type.String({ title: 'Flex', pattern: '^\\d{1,9}(\\.\\d{1,2})?$' }),
      versao: Version,
    }),
    response: Done,
  },
  classify: {
    method: 'PUT',
    areas: BOTH,
    path: '/clientes/{idCli}/classificacao',
    summary: 'Classificar um cliente',
    permission: 'CLIENTE_EDITAR',
    idempotent: true,
    params,
    body: Strict({
      classificacao: LooseId('Classificação'),
      obs: Type.Optional(Nullable(Text('Observação', 500))),
      versao: Version,
    }),
    response: Done,
  },
  declassify: {
    method: 'DELETE',
    path: '/callcenter/clientes/{idCli}/classificacao',
    summary: 'Tirar a classificação de um cliente',
    permission: 'CLIENTE_EDITAR',
    params,
    response: Done,
  },
  editPhone: {
    method: 'PUT',
    areas: BOTH,
    path: '/clientes/{idCli}/editar-telefone',
    summary: 'Corrigir um telefone de um cliente',
    permission: 'CLIENTE_EDITAR',
    idempotent: true,
    handlesMasks: true,
    params,
    body: Edit('Telefone', 30, 'TELEFONE'),
    response: Done,
  },
  editEmail: {
    method: 'PUT',
    areas: BOTH,
    path: '/clientes/{idCli}/editar-email',
    summary: 'Corrigir um e-mail de um cliente',
    permission: 'CLIENTE_EDITAR',
    idempotent: true,
    handlesMasks: true,
    params,
    body: Edit('E-mail', 50, 'EMAIL'),
    response: Done,
  },
  changeActivity: {
    method: 'PUT',
    areas: BOTH,
    path: '/clientes/{idCli}/atualizar-atividade',
    summary: 'Mudar a atividade de um cliente',
    permission: 'CLIENTE_EDITAR',
    idempotent: true,
    params,
    body: Strict({
      id: LooseId('Código'),
      valoranterior: LooseChoice('Atividade anterior'),
      valor: LooseId('Atividade'),
    }),
    response: Done,
  },
  activities: {
    method: 'GET',
    areas: BOTH,
    path: '/clientes/{idCli}/atividades',
    summary: 'Atividade de um cliente, e as que se podem escolher',
    permission: 'CLIENTE_ATIVIDADES',
    params,
    response: Type.Object({
      itens: Type.Array(ActivityRow, { title: 'Atividades' }),
      paginator: Paginator,
      opcoes: Type.Array(DescribedActivity, { title: 'Opções' }),
    }),
  },
  limits: {
    method: 'GET',
    areas: BOTH,
    path: '/clientes/{idCli}/limites',
    summary: 'Limites de crédito de um cliente',
    permission: 'CLIENTE_LIMITES_CREDITO',
    params,
    response: Type.Array(CreditLimit),
  },
  credits: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/creditos',
    summary: 'Créditos de um cliente',
    permission: 'CLIENTE_LIMITES_CREDITO',
    params,
    response: Type.Array(
      Type.Object({
        id: Id('Crédito'),
        desc: Word('Descrição'),
        valor: Decimal('Valor'),
        saldo: Decimal('Saldo'),
        data: Day('Data'),
      }),
    ),
  },
  availableCredit: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/credito-disponivel',
    summary: 'Quanto um cliente ainda pode comprar',
    permission: 'CLIENTE_LIMITES_CREDITO',
    params,
    response: One(
      Type.Object({
        limite_disponivel: Decimal('Limite disponível'),
        credito_disponivel: Decimal('Crédito disponível'),
        total: Decimal('Total'),
      }),
    ),
  },
  restrictions: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/restricoes',
    summary: 'Restrições de venda de um cliente',
    permission: 'CLIENTE',
    params,
    response: Type.Array(
      Type.Object({
        id: Id('Restrição'),
        desc: Word('Descrição'),
        bloqueia: Type.Boolean({ title: 'Impede o pedido' }),
      }),
    ),
  },
  billers: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/autorizados-faturamento',
    summary: 'Quem pode autorizar o faturamento de um cliente',
    permission: 'CLIENTE',
    params,
    response: Type.Array(Type.Object({ id: Id('Contato'), nome: Word('Nome'), cargo: Word('Cargo') })),
  },
  openTitles: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/titulos-abertos',
    summary: 'Títulos em aberto de um cliente',
    permission: 'CLIENTE_BOLETOS',
    params,
    response: Type.Array(OpenTitle),
  },
  overdueTitles: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/titulos-cobranca',
    summary: 'Títulos vencidos de um cliente',
    permission: 'CLIENTE_BOLETOS',
    params,
    response: Type.Array(OpenTitle),
  },
  accountBalance: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/saldo-conta-corrente',
    summary: 'Saldo das contas correntes com um cliente',
    permission: 'CLIENTE',
    params,
    response: One(Type.Object({ saldo: Decimal('Saldo') })),
  },
  carriers: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/transportadoras',
    summary: 'Transportadoras que um pedido do cliente pode escolher',
    permission: 'CLIENTE',
    params,
    response: Type.Array(CarrierOption),
  },
});
