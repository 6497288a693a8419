import { and, eq, sql } from 'drizzle-orm';
import type { RecordData } from '#contract/records/fields/recordField.ts';
import {
  ticketMenuType,
  ticketOriginType,
  ticketReasonType,
  ticketTypeType,
} from '#contract/records/ticketCatalog.ts';
import { holdPublished, publishedDefinitions } from '../../config/definitions/queries.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import type { TicketTypeFlags } from '../../db/tables/index.ts';
import {
  reasons,
  ticketItems,
  ticketMenus,
  ticketOrigins,
  tickets,
  ticketTypes,
} from '../../db/tables/index.ts';
import { mapRecords, type WritingRecords } from '../mapping.ts';
import type { PendingRow } from '../write/pendingRow.ts';
import { followReasons, reasonRules, unknownFlow } from './ticketReasons.ts';

export const ticketMenuRecords = mapRecords(ticketMenuType, {
  table: ticketMenus,
  entity: 'ticket_menus',
  columns: {
    chave: ticketMenus.key,
    nome: ticketMenus.description,
    frase: ticketMenus.sentence,
    icone: ticketMenus.icon,
    ordem: ticketMenus.position,
  },
});

/** What a ticket type asks for: 0 nothing, 1 optional, 2 required (docs/domain.md 11). */
const REQUESTED = [undefined, 'OPCIONAL', 'OBRIGATORIO'];

const FLAGS = {
  assunto: 'usa_assunto',
  mensagem: 'usa_mensagem',
  nota: 'usa_nota',
  produto: 'usa_produto',
  notaProduto: 'usa_nota_produto',
  prorrogacao: 'usa_prorrogacao',
  transportadora: 'usa_transportadora',
  consumidorFinal: 'usa_consumidor_final',
} as const satisfies Record<string, keyof TicketTypeFlags>;

export const ticketTypeRecords = mapRecords(ticketTypeType, {
  table: ticketTypes,
  entity: 'ticket_types',
  columns: {
    chave: ticketTypes.key,
    nome: ticketTypes.description,
    menu: ticketTypes.menuId,
    fluxo: ticketTypes.flowKey,
    ordem: ticketTypes.position,
    habilidade: ticketTypes.skillId,
    prioridade: ticketTypes.priority,
    ativo: ticketTypes.active,
    espelho: ticketTypes.mirror,
    // Only the first level is decided by the type; below it, each reason states whether the next level is required.
    motivoObrigatorio: {
      column: ticketTypes.reasonLevels,
      read: (levels) => (levels as { obrigatorio: boolean }[])[0]?.obrigatorio ?? false,
      write: (required) => [{ obrigatorio: required === true }],
    },
    pede: {
      column: ticketTypes.flags,
      read: (flags) =>
        Object.fromEntries(
          Object.entries(FLAGS).flatMap(([key, flag]) => {
            const requested = REQUESTED[(flags as TicketTypeFlags)[flag]];
            return requested ? [[key, requested]] : [];
          }),
        ),
      // Code that reads a type relies on every flag being present.
      shared: true,
      write: (requested) =>
        Object.fromEntries(
          Object.entries(FLAGS).map(([key, flag]) => [
            flag,
            Math.max(0, REQUESTED.indexOf((requested as Record<string, string> | undefined)?.[key])),
          ]),
        ),
    },
  },
  rules: typeRules,
});

/** The flow must be published, and a type with reasons that require a note must ask for a message. */
async function typeRules(rows: readonly PendingRow[], { tx }: WritingRecords): Promise<void> {
  // The flow of an inactive type may have been archived since.
  const starting = rows.filter(
    ({ after, changed }) => changed.has('fluxo') || (changed.has('ativo') && after.ativo !== false),
  );
  const flowOf = ({ after }: PendingRow) => String(after.fluxo);
  const heldFlows = await holdPublished(tx, 'flows', starting.map(flowOf));
  const unknown = starting.filter((row) => !heldFlows.has(flowOf(row)));
  if (unknown.length > 0) {
    const flows = new Set((await publishedDefinitions(tx, 'flows')).map(({ key }) => key));
    for (const row of unknown) row.refuse('fluxo', unknownFlow(flowOf(row), flows));
  }
  const silent = rows.filter(({ after }) => !(after.pede as RecordData | undefined)?.mensagem);
  const asking = await typesAskingForWords(
    tx,
    silent.flatMap(({ id }) => id ?? []),
  );
  for (const row of silent)
    if (asking.has(row.id ?? 0))
      row.refuse('pede/mensagem', 'Um motivo deste tipo exige uma observação: o tipo precisa da mensagem.');
}

/** Of some types those with a reason that whoever opens a ticket must put into words. */
async function typesAskingForWords(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number | null>> {
  if (ids.length === 0) return new Set();
  const found = await tx
    .selectDistinct({ id: reasons.typeId })
    .from(reasons)
    .where(
      and(
        amongIds(reasons.typeId, ids),
        eq(reasons.kind, 'ABERTURA'),
        eq(reasons.requiresNote, true),
        eq(reasons.active, true),
      ),
    );
  return new Set(found.map(({ id }) => id));
}

export const ticketReasonRecords = mapRecords(ticketReasonType, {
  table: reasons,
  entity: 'reasons',
  columns: {
    codigo: reasons.code,
    descricao: reasons.description,
    uso: reasons.kind,
    tipo: reasons.typeId,
    acima: reasons.parentId,
    fluxo: reasons.flowKey,
    resultado: reasons.result,
    padrao: reasons.isDefault,
    exigeObservacao: reasons.requiresNote,
    exigeFoto: reasons.requiresPhoto,
    exigeNivelAbaixo: reasons.childrenRequired,
    ordem: reasons.position,
    ativo: reasons.active,
  },
  rules: reasonRules,
  effects: followReasons,
  referrers: [
    { table: reasons, column: reasons.parentId },
    { table: tickets, column: tickets.reasonId },
    { table: ticketItems, column: ticketItems.reasonId },
  ],
});

export const ticketOriginRecords = mapRecords(ticketOriginType, {
  table: ticketOrigins,
  entity: 'ticket_origins',
  columns: { chave: ticketOrigins.key, nome: ticketOrigins.description, ordem: ticketOrigins.position },
  // Tickets store the key of their origin.
  async removal({ chave }, { tx }) {
    const { rows } = await tx.execute(sql`select from ${tickets} where ${tickets.origin} = ${chave} limit 1`);
    return rows.length > 0 ? 'Há tickets com esta origem. Mude o nome dela em vez de excluí-la.' : null;
  },
});
