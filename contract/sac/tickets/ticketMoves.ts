import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { type TicketPriority, ticketPriority } from '../../catalogs/ticketPriority.ts';
import { Day, defineRoutes, Id, Instant, Nullable, Strict, Text } from '../../route.ts';
import { stepData } from '../../rules/steps/stepInput.ts';
import { TicketInput } from '../../rules/tickets/ticketInput.ts';
import { Conflict, literalOf } from '../../sharedShapes.ts';

const seen = Type.Integer({
  title: 'Versão',
  description: 'A do ticket que a pessoa via; uma antiga responde 409 com quem mudou o quê.',
  minimum: 1,
  maximum: 2147483647,
});
const versao = Type.Optional(seen);
const motivo = Type.Optional(Nullable(Text('Motivo', 500)));

/** How the ticket ends; required when a move leads to a terminal step. */
const finalizacao = Type.Optional(
  Nullable(
    Strict({
      idMotivo: Id('Motivo de finalização'),
      obs: Type.Optional(Text('Observação', 500)),
    }),
  ),
);

/** By the keys of the extra fields that the step asks for; what is not given stays as the ticket has it. */
const campos = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), { additionalProperties: true, title: 'Campos da etapa' }),
);

/** `etapa`: the chosen conditional step; without it the ticket moves to `proximaEtapa`. */
export const AdvanceInput = Strict(
  { versao, etapa: Type.Optional(Nullable(Text('Etapa', 60))), motivo, finalizacao, campos, ...stepData },
  { title: 'Avanço de etapa' },
);
export type AdvanceInput = Static<typeof AdvanceInput>;

/** The answers of the opening that may be given with a new type. */
export const TYPE_ANSWERS = [
  'assunto',
  'motivo1',
  'motivo2',
  'motivo3',
  'motivo4',
  'motivo5',
  'mensagem',
  'transportadora_id',
  'representante_id',
  'responsavel_prorrogacao',
  'responsavel_prorrogacao_id',
  'dias_atraso_prorrogacao',
  'notas',
  'itens',
  'itensAvulsos',
] as const;

/** The new type, and the answers that it demands at the opening and the ticket does not have yet. */
export const ReclassifyInput = Strict(
  {
    versao,
    idTipo: Id('Tipo'),
    motivo,
    ...Type.Pick(TicketInput, [...TYPE_ANSWERS]).properties,
  },
  { title: 'Mudança de tipo' },
);
export type ReclassifyInput = Static<typeof ReclassifyInput>;

/** The options of a field that asks for a priority. */
export const Priority = Type.Unsafe<TicketPriority>(
  Type.Union(ticketPriority.map(literalOf), { title: 'Prioridade' }),
);

/** What the dialog of the priority shows of a ticket that others changed meanwhile. */
export const PriorityShown = Type.Object({ prioridade: Priority });

/** What the dialog of the operator shows of a ticket that others changed meanwhile. */
export const AssigneeShown = Type.Object({ operador: Nullable(Id('Operador')) });

export const hourOfDay = (title: string) => Type.String({ title, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

/** When a ticket is due, on the clock of its branch. */
export const dueFields = { prazoDia: Day('Novo prazo'), prazoHora: hourOfDay('Hora') };

/** What the dialog of the due time shows of a ticket that others changed meanwhile. */
export const DueShown = Type.Object({ prazo: Nullable(Instant('Prazo')) });

/** The response of every move: a sentence, and the ticket's new position. */
export const TicketMoved = Type.Object({
  data: Type.Object({
    id: Id('Ticket'),
    message: Type.String({ title: 'Mensagem' }),
    versao: Type.Integer({ title: 'Versão' }),
    status: Type.String({ title: 'Situação' }),
    etapaAtual: Type.Object({
      chave: Type.String({ title: 'Chave' }),
      descricao: Type.String({ title: 'Descrição' }),
    }),
    arquivado: Type.Boolean({ title: 'Arquivado' }),
  }),
});
export type TicketMoved = Static<typeof TicketMoved>;

/** `atual` of a 409: the current state, and who last changed it. */
export const TicketConflict = Type.Object({
  ...Conflict.properties,
  status: Type.String({ title: 'Situação' }),
  etapaAtual: Type.Object({
    chave: Type.String({ title: 'Chave' }),
    descricao: Type.String({ title: 'Descrição' }),
  }),
  arquivado: Type.Boolean({ title: 'Arquivado' }),
  /** What happened since the submitted version, newest first. */
  mudancas: Type.Array(
    Type.Object({
      tipo: Type.String({ title: 'Tipo' }),
      observacao: Type.String({ title: 'Observação' }),
      colaborador: Nullable(Type.String({ title: 'Quem' })),
      datahora_criacao: Instant('Quando'),
    }),
    { title: 'O que mudou' },
  ),
});
export type TicketConflict = Static<typeof TicketConflict>;

const move = {
  method: 'POST',
  params: Strict({ idTicket: Id('Ticket') }),
  idempotent: true,
  response: TicketMoved,
} as const;

/** The state machine of docs/domain.md 2 and 3. */
export const ticketMoveRoutes = defineRoutes({
  /** The handler checks the permission of the step itself, which is defined in the flow. */
  advance: {
    ...move,
    path: '/sac/tickets/{idTicket}/avancar-etapa',
    summary: 'Avançar a etapa de um ticket',
    permission: 'SAC_TICKETS',
    body: AdvanceInput,
  },
  goBack: {
    ...move,
    path: '/sac/tickets/{idTicket}/retroceder-etapa',
    summary: 'Voltar um ticket à etapa anterior',
    permission: 'SAC_TICKETS',
    body: Strict({ versao, motivo: Text('Motivo', 500) }),
  },
  finish: {
    ...move,
    path: '/sac/tickets/{idTicket}/finalizar',
    summary: 'Finalizar um ticket',
    permission: 'TICKETS_FINALIZAR',
    body: Strict({
      versao,
      idMotivo: Id('Motivo de finalização'),
      obs: Type.Optional(Text('Observação', 500)),
    }),
  },
  cancel: {
    ...move,
    path: '/sac/tickets/{idTicket}/cancelar',
    summary: 'Cancelar um ticket antes da análise',
    permission: 'TICKETS_CANCELAR',
    body: Strict({ versao, motivo: Text('Motivo', 500) }),
  },
  reopen: {
    ...move,
    path: '/sac/tickets/{idTicket}/reabrir',
    summary: 'Reabrir um ticket encerrado',
    permission: 'TICKETS_REABRIR',
    body: Strict({ versao, motivo: Text('Motivo', 500) }),
  },
  archive: {
    ...move,
    path: '/sac/tickets/{idTicket}/arquivar',
    summary: 'Arquivar um ticket encerrado',
    permission: 'TICKETS_ARQUIVAR',
    body: Strict({ versao }),
  },
  unarchive: {
    ...move,
    path: '/sac/tickets/{idTicket}/desarquivar',
    summary: 'Desarquivar um ticket',
    permission: 'TICKETS_ARQUIVAR',
    body: Strict({ versao }),
  },
  reclassify: {
    ...move,
    path: '/sac/tickets/{idTicket}/reclassificar',
    summary: 'Mudar o tipo de um ticket',
    permission: 'TICKETS_RECLASSIFICAR',
    body: ReclassifyInput,
  },
  /** Changes neither step nor status. */
  prioritize: {
    ...move,
    path: '/sac/tickets/{idTicket}/prioridade',
    summary: 'Mudar a prioridade de um ticket',
    permission: 'TICKETS_RESPONDER_INTERNO',
    body: Strict({ versao, prioridade: Priority }),
  },
  /** Changes neither step nor status. Whoever gives more time says why. */
  changeDue: {
    ...move,
    path: '/sac/tickets/{idTicket}/prazo',
    summary: 'Mudar o prazo de um ticket',
    permission: 'TICKETS_RESPONDER_INTERNO',
    body: Strict({ versao, ...dueFields, motivo: Text('Motivo', 500, { minLength: 1 }) }),
    missing: {
      prazoDia: 'Escolha o dia do novo prazo.',
      prazoHora: 'Informe a hora do novo prazo.',
      motivo: 'Informe o motivo.',
    },
  },
  /** Changes neither step nor due time; what nobody had taken is then being worked on. */
  assign: {
    ...move,
    path: '/sac/tickets/{idTicket}/responsavel',
    summary: 'Mudar o operador de um ticket',
    permission: 'TICKETS_RESPONDER_INTERNO',
    body: Strict({
      versao,
      operador: Nullable(Id('Operador')),
      /** Required (422) to take the ticket from a colleague, or to give it to somebody who is away. */
      confirmar: Type.Optional(Type.Boolean({ title: 'Mudar mesmo assim' })),
    }),
  },
  /** Takes back a change of operator, sector, priority or due time that the person made just now, while nothing happened since. */
  undo: {
    ...move,
    path: '/sac/tickets/{idTicket}/desfazer',
    summary: 'Desfazer o que a pessoa acaba de mudar em um ticket',
    permission: 'TICKETS_RESPONDER_INTERNO',
    body: Strict({ versao: seen }),
  },
});
