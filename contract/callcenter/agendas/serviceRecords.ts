import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { operatorStatus } from '../../catalogs/callCenter.ts';
import { valuesOf } from '../../catalogs/catalog.ts';
import { quoteSituation } from '../../catalogs/orderStatus.ts';
import {
  Done,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  One,
  Page,
  pageQuery,
  Strict,
  Text,
} from '../../route.ts';
import { MAX_DESCRIPTION_LENGTH } from '../../rules/customers/serviceForm.ts';
import { CustomerRef } from '../../sac/lookups.ts';
import { LooseChoice, LooseId, Version } from '../../sharedShapes.ts';
import { confirmar } from './agendaShapes.ts';

const BOTH = ['sac', 'callcenter'] as const;
const Word = (title: string) => Type.String({ title });
const situations = valuesOf(quoteSituation);

/** A conversation as shown in lists (document 001 section 3). */
export const ServiceRecord = Type.Object(
  {
    id: Id('Atendimento'),
    operador: Word('Operador'),
    data: Instant('Data'),
    motivo: Word('Motivo'),
    descricao: Word('Descrição'),
    orcamento_id: Nullable(Id('Orçamento')),
    situacaoOrcamento: Nullable(Word('Situação do orçamento')),
    motivoPerda: Nullable(Word('Motivo da perda')),
    data_retorno: Nullable(Instant('Retorno')),
    /** Whether it was begun but not yet registered. */
    pendente: Type.Boolean({ title: 'Em andamento' }),
  },
  { title: 'Atendimento' },
);
export type ServiceRecord = Static<typeof ServiceRecord>;

export const PendingRecord = Type.Object({
  id: Id('Atendimento'),
  cliente: CustomerRef,
  orcamento_id: Nullable(Id('Orçamento')),
  agenda_id: Nullable(Id('Agenda')),
  inicio: Instant('Início'),
  versao: Type.Integer({ title: 'Versão' }),
});
export type PendingRecord = Static<typeof PendingRecord>;

const content = {
  orcamento_id: LooseChoice('Orçamento'),
  motivo_id: LooseId('Motivo'),
  descricao: Type.Optional(Nullable(Text('Descrição', MAX_DESCRIPTION_LENGTH))),
  /** A day, or a day with 'HH:mm'; creates an agenda. */
  data_retorno: Type.Optional(Nullable(Text('Data de retorno', 19))),
  situacaoOrcamento: Type.Optional(
    Nullable(
      Type.Union(
        [
          ...situations.map((each) => Type.Literal(each)),
          ...quoteSituation.flatMap(({ id }) => [Type.Literal(id), Type.Literal(String(id))]),
          Type.Literal(''),
        ],
        { title: 'Situação do orçamento' },
      ),
    ),
  ),
  motivoPerda: LooseChoice('Motivo da perda'),
  confirmar,
  versao: Version,
};

export const RecordInput = Strict({ cliente_id: LooseId('Cliente'), ...content });
export type RecordInput = Static<typeof RecordInput>;

/** The history shows nine entries per page (document 001 section 9). */
const ninePerPage = {
  page: pageQuery.page,
  take: Type.Optional(Type.Integer({ title: 'Por página', minimum: 1, maximum: 100, default: 9 })),
};

export const OperatorState = One(
  Type.Object({
    status: Word('Situação'),
    desde: Nullable(Instant('Desde')),
  }),
);

export const serviceRecordRoutes = defineRoutes({
  reasons: {
    method: 'GET',
    areas: BOTH,
    path: '/motivos-atendimento',
    summary: 'Motivos de atendimento',
    permission: 'ATENDIMENTO',
    response: Type.Array(Type.Object({ id: Id('Motivo'), desc: Word('Descrição') })),
  },
  /** Continues the customer's pending record if this person has it open. */
  create: {
    method: 'POST',
    areas: BOTH,
    path: '/atendimentos',
    summary: 'Registrar um atendimento',
    permission: 'ATENDIMENTO',
    idempotent: true,
    body: RecordInput,
    response: Done,
  },
  ofCustomer: {
    method: 'GET',
    path: '/callcenter/atendimentos/{idCli}',
    summary: 'Histórico de atendimento de um cliente',
    permission: 'CLIENTE_HISTORICO_ATENDIMENTO',
    params: Strict({ idCli: Id('Cliente') }),
    query: Strict(ninePerPage),
    response: Page(ServiceRecord),
  },
  /** The customer's records, or the person's own when no customer is given. */
  list: {
    method: 'GET',
    path: '/sac/atendimentos',
    summary: 'Atendimentos de um cliente, ou os próprios',
    permission: 'CLIENTE_HISTORICO_ATENDIMENTO',
    query: Strict({ ...ninePerPage, idCli: Type.Optional(Id('Cliente')) }),
    response: Page(ServiceRecord),
  },
  pending: {
    method: 'GET',
    path: '/callcenter/atendimento/pendente',
    summary: 'Atendimento em andamento',
    permission: 'ATENDIMENTO',
    response: Type.Object({ data: Nullable(PendingRecord) }),
  },
  start: {
    method: 'POST',
    path: '/callcenter/atendimento/iniciar',
    summary: 'Iniciar um atendimento',
    permission: 'ATENDIMENTO',
    idempotent: true,
    body: Strict({
      cliente_id: LooseId('Cliente'),
      orcamento_id: LooseChoice('Orçamento'),
      agenda_id: LooseChoice('Agenda'),
    }),
    response: Done,
  },
  register: {
    method: 'POST',
    path: '/callcenter/atendimento/registrar',
    summary: 'Registrar o atendimento em andamento',
    permission: 'ATENDIMENTO',
    idempotent: true,
    body: Strict({ cliente_id: LooseChoice('Cliente'), ...content }),
    response: Done,
  },
  /** Ends the conversation without registering it, unless `registrarAtendimentoAoSair` requires registration. */
  finish: {
    method: 'PUT',
    path: '/callcenter/atendimento/finalizar',
    summary: 'Finalizar o atendimento em andamento',
    permission: 'ATENDIMENTO',
    idempotent: true,
    body: Strict({
      motivo_id: LooseChoice('Motivo'),
      descricao: Type.Optional(Nullable(Text('Descrição', MAX_DESCRIPTION_LENGTH))),
    }),
    response: Done,
  },
  operatorStatus: {
    method: 'GET',
    path: '/callcenter/operador/status',
    summary: 'Situação do operador',
    permission: 'ATENDIMENTO',
    response: OperatorState,
  },
  setOperatorStatus: {
    method: 'PUT',
    path: '/callcenter/operador/status',
    summary: 'Mudar a própria situação de operador',
    permission: 'ATENDIMENTO',
    idempotent: true,
    body: Strict({
      status: Type.Union(
        valuesOf(operatorStatus).map((value) => Type.Literal(value)),
        { title: 'Situação' },
      ),
    }),
    response: OperatorState,
  },
  dial: {
    method: 'POST',
    path: '/callcenter/discar',
    summary: 'Discar um número pela discadora',
    permission: 'ATENDIMENTO_DISCAR',
    handlesMasks: true,
    body: Strict({
      numero: Text('Número', 30, { minLength: 1 }),
      idCli: LooseChoice('Cliente'),
      idAgenda: LooseChoice('Agenda'),
      confirmar,
    }),
    response: Done,
  },
});
