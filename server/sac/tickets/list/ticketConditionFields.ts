import { inArray, sql } from 'drizzle-orm';
import { optionsOf } from '#contract/catalogs/catalog.ts';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { conditionFields } from '#server/config/fields/queries.ts';
import type { Reading } from '#server/context.ts';
import { tickets, ticketTypes } from '#server/db/tables/index.ts';
import {
  type AskedField,
  askedFlag,
  askedMoment,
  askedNumber,
  askedReference,
  askedText,
} from '#server/paging/listConditions.ts';
import { isConsumer } from '#server/session/scope.ts';
import { snoozedUntil } from '../snooze/endSnooze.ts';
import { isSeen, LAST_MOVEMENT, ownStatusWord } from './ticketGroupings.ts';

/** What the conditions of the ticket list may ask about: the columns and filters that the person has. */
export async function ticketConditionFields(ctx: Reading<'db' | 'user'>): Promise<AskedField[]> {
  const { db, user } = ctx;
  const types = async () =>
    (
      await db
        .select({ id: ticketTypes.id, name: ticketTypes.description })
        .from(ticketTypes)
        .orderBy(sql`${ticketTypes.description} collate pt_br`)
    ).map(({ id, name }) => ({ valor: String(id), rotulo: name }));
  const statuses = isConsumer(user)
    ? ticketStatus.map(({ value }) => ({ valor: value, rotulo: ownStatusWord(value) }))
    : optionsOf(ticketStatus);
  const own = [
    askedText('status', 'Situação', tickets.status, { opcoes: statuses }),
    askedNumber('tipo', 'Tipo', tickets.typeId, { opcoes: types }),
    { ...askedText('etapa', 'Etapa', tickets.stepKey), fonte: 'etapas' },
    askedReference('cliente', 'Cliente', tickets.customerId, 'clientes'),
    askedReference('operador', 'Operador', tickets.operatorId, 'operadores'),
    askedText('prioridade', 'Prioridade', tickets.priority, { opcoes: optionsOf(ticketPriority) }),
    askedReference('setor', 'Setor', tickets.sectorId, 'setores'),
    askedReference('filial', 'Filial', tickets.branchId, 'filiais'),
    askedReference('representante', 'Representante', tickets.representativeId, 'representantes'),
    askedReference('regiao', 'Região', tickets.regionId, 'regioes'),
    askedReference('motivo', 'Motivo', tickets.reasonId, 'motivosAbertura'),
    askedReference('transportadora', 'Transportadora', tickets.carrierId, 'transportadoras'),
    askedMoment('prazo', 'Prazo', tickets.dueAt),
    askedMoment(SNOOZED_UNTIL, 'Adiado até', snoozedUntil),
    askedMoment('dtCriacao', 'Criado em', tickets.createdAt),
    askedMoment('dtAtualizacao', 'Atualizado em', tickets.updatedAt),
    askedMoment('dtMovimentacao', 'Última movimentação', LAST_MOVEMENT),
    askedFlag('aberto', 'Em aberto', OPEN),
  ];
  const seen = own.filter(({ campo }) => isSeen(user, campo === 'aberto' ? 'status' : campo));
  return [...seen, ...(await conditionFields(ctx, 'ticket'))];
}

/** The field whose mention asks for tickets that are put off, which lists leave out otherwise. */
export const SNOOZED_UNTIL = 'adiadoAte';

const OPEN = sql`(${inArray(
  tickets.status,
  ticketStatus.flatMap(({ value, closed }) => (closed ? [] : [value])),
)})`;
