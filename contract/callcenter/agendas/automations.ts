import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import {
  Day,
  Done,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  One,
  onlyIds,
  Page,
  pageQuery,
  Strict,
  Title,
} from '../../route.ts';
import { AutomationRule } from '../../rules/agendas/automation.ts';

const params = Strict({ id: Id('Automação') });
const Person = Type.Object({ id: Id('Colaborador'), nome: Type.String({ title: 'Nome' }) });

export const Automation = Type.Object(
  {
    id: Id('Automação'),
    nome: Type.String({ title: 'Nome' }),
    ativa: Type.Boolean({ title: 'Ativa' }),
    regra: AutomationRule,
    ultimaExecucao: Nullable(Instant('Última execução')),
    ultimasCriadas: Nullable(Type.Integer({ title: 'Agendas da última execução' })),
    /** Open agendas that the automation created. */
    pendentes: Type.Integer({ title: 'Agendas pendentes' }),
    criador: Nullable(Person),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Automação' },
);
export type Automation = Static<typeof Automation>;

const body = {
  nome: Title('Nome', 80),
  ativa: Type.Boolean({ title: 'Ativa' }),
  regra: AutomationRule,
};

export const PlannedAgenda = Type.Object({
  cliente: Type.Object({ id: Id('Cliente'), nome: Type.String({ title: 'Nome' }) }),
  colaborador: Person,
  data_agendada: Instant('Data agendada'),
  dia: Day('Dia'),
  ultimaCompra: Nullable(Day('Última compra')),
});
export type PlannedAgenda = Static<typeof PlannedAgenda>;

export const AutomationPlan = Type.Object(
  {
    agendas: Type.Array(PlannedAgenda, { title: 'Agendas' }),
    /** Customers who match the rule but for whom nobody has room on these days. */
    semLugar: Type.Integer({ title: 'Sem lugar' }),
    /** Customers who match the rule but are not served by any seller. */
    semVendedor: Type.Integer({ title: 'Sem vendedor' }),
    /** Customers who match the rule but about whom a person would have been asked (`contactQuestions`). */
    pulados: Type.Integer({ title: 'Pulados' }),
    message: Type.String({ title: 'Mensagem' }),
    /** Present for a long run, which continues in the background; `agendas` then lists those that it is about to create. */
    idLote: Type.Optional(Type.String({ title: 'Lote', format: 'uuid' })),
  },
  { title: 'Plano de uma automação' },
);
export type AutomationPlan = Static<typeof AutomationPlan>;

const Option = Type.Object({
  id: Type.String({ title: 'Código' }),
  nome: Type.String({ title: 'Nome' }),
  grupo: Type.String({ title: 'Grupo' }),
});

/** Automations that create agendas (document 002 section 7). */
export const automationRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/callcenter/automacoes',
    summary: 'Automações de agendas',
    permission: 'AUTOMACAO',
    query: Strict({ ...pageQuery, ...onlyIds('Automação') }),
    response: Page(Automation),
  },
  get: {
    method: 'GET',
    path: '/callcenter/automacoes/{id}',
    summary: 'Uma automação de agendas',
    permission: 'AUTOMACAO',
    params,
    response: One(Automation),
  },
  create: {
    method: 'POST',
    path: '/callcenter/automacoes',
    summary: 'Criar uma automação de agendas',
    permission: 'AUTOMACAO_EDITAR',
    body: Strict(body),
    idempotent: true,
    response: Done,
  },
  update: {
    method: 'PUT',
    path: '/callcenter/automacoes/{id}',
    summary: 'Alterar uma automação de agendas',
    permission: 'AUTOMACAO_EDITAR',
    idempotent: true,
    params,
    body: Strict({
      ...body,
      versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 })),
    }),
    response: Done,
  },
  /** The agendas that it created are kept. */
  remove: {
    method: 'DELETE',
    path: '/callcenter/automacoes/{id}',
    summary: 'Excluir uma automação de agendas',
    permission: 'AUTOMACAO_EDITAR',
    params,
    response: Done,
  },
  /** Running it twice on the same day creates nothing twice. */
  run: {
    method: 'POST',
    path: '/callcenter/automacoes/{id}/executar',
    summary: 'Executar uma automação agora',
    permission: 'AUTOMACAO_EDITAR',
    params,
    idempotent: true,
    response: One(AutomationPlan),
  },
  removeAgendas: {
    method: 'DELETE',
    path: '/callcenter/automacoes/{id}/agendas',
    summary: 'Excluir as agendas pendentes de uma automação',
    permission: 'AUTOMACAO_EDITAR',
    params,
    response: Done,
  },
  tags: {
    method: 'GET',
    path: '/callcenter/automacoes/tags',
    summary: 'Etiquetas de clientes para automações',
    permission: 'AUTOMACAO',
    response: Type.Array(Option),
  },
  scores: {
    method: 'GET',
    path: '/callcenter/automacoes/scores',
    summary: 'Scores de clientes para automações',
    permission: 'AUTOMACAO',
    response: Type.Array(Option),
  },
  preview: {
    method: 'POST',
    path: '/callcenter/automacoes/preview',
    summary: 'Prever as agendas de uma automação sem criar nada',
    permission: 'AUTOMACAO_EDITAR',
    body: Strict({ idAutomacao: Type.Optional(Id('Automação')), regra: AutomationRule }),
    allowedWhileViewingAs: 'reads',
    response: One(AutomationPlan),
  },
});
