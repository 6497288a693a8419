import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { TicketPriority } from '#contract/catalogs/ticketPriority.ts';
import type { TicketResult } from '#contract/catalogs/ticketStatus.ts';
import { emptyArray, identity, rowNumber, updatedAt, version } from '../columns.ts';
import { skills } from '../people/organization.ts';

/** The menu entries for opening a ticket: SOLICITACAO, RECLAMACAO, DUVIDA. */
export const ticketMenus = pgTable('ticket_menus', {
  id: rowNumber(),
  key: text('key').primaryKey(),
  description: text('description').notNull(),
  sentence: text('sentence').notNull().default(''),
  icon: text('icon').notNull(),
  position: integer('position').notNull().default(0),
  updatedAt: updatedAt(),
  version: version(),
});

/** `usa_*` of a type: 0 off, 1 optional, 2 required (docs/domain.md 11). */
export interface TicketTypeFlags {
  usa_assunto: number;
  usa_nota: number;
  usa_produto: number;
  usa_nota_produto: number;
  usa_prorrogacao: number;
  usa_mensagem: number;
  usa_transportadora: number;
  usa_consumidor_final: number;
}

export const ticketTypes = pgTable('ticket_types', {
  id: identity(),
  key: text('key').notNull().unique(),
  menuId: integer('menu_id')
    .notNull()
    .references(() => ticketMenus.id),
  description: text('description').notNull(),
  flags: jsonb('flags').$type<TicketTypeFlags>().notNull(),
  /** Whether the mirror of the return invoice is offered (`gera_espelho_devolucao`). */
  mirror: boolean('mirror').notNull().default(true),
  flowKey: text('flow_key').notNull(),
  /** What whoever takes one should know. */
  skillId: integer('skill_id').references(() => skills.id),
  /** The priority with which one begins; `null` for that of the sector. */
  priority: text('priority').$type<TicketPriority>(),
  /** Reasons by level: which levels are asked for, and which are mandatory. */
  reasonLevels: jsonb('reason_levels').$type<{ obrigatorio: boolean }[]>().notNull().default(emptyArray),
  position: integer('position').notNull().default(0),
  active: boolean('active').notNull().default(true),
  updatedAt: updatedAt(),
  version: version(),
});

/**
 * Reasons. `kind` ABERTURA: the tree of a type, up to five levels. PRODUTO: why a line is returned.
 * FINALIZACAO: how a ticket ended. ANALISE: why a line was cut.
 */
export const reasons = pgTable(
  'reasons',
  {
    id: identity(),
    /** Standard ones use the number from their file. */
    code: text('code').notNull().default(sql`'M' || nextval('record_codes')::text`).unique(),
    kind: text('kind').$type<'ABERTURA' | 'PRODUTO' | 'FINALIZACAO' | 'ANALISE'>().notNull(),
    typeId: integer('type_id').references(() => ticketTypes.id),
    /** FINALIZACAO only: limits it to tickets of this flow. */
    flowKey: text('flow_key'),
    parentId: integer('parent_id'),
    level: integer('level').notNull().default(1),
    description: text('description').notNull(),
    /** Preselected when its level is shown (`padrao`). */
    isDefault: boolean('is_default').notNull().default(false),
    /** Choosing it requires an observation (`informa`). */
    requiresNote: boolean('requires_note').notNull().default(false),
    /** Choosing it requires a photo. */
    requiresPhoto: boolean('requires_photo').notNull().default(false),
    /** Whether the level below this reason must be filled (`obrigatorio`). */
    childrenRequired: boolean('children_required').notNull().default(false),
    /** FINALIZACAO only: the result of a ticket that ends with this reason. */
    result: text('result').$type<TicketResult>(),
    position: integer('position').notNull().default(0),
    active: boolean('active').notNull().default(true),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [index('reasons_type_idx').on(t.kind, t.typeId), index('reasons_parent_idx').on(t.parentId)],
);

/** Where a ticket came from (`origem`). */
export const ticketOrigins = pgTable('ticket_origins', {
  id: rowNumber(),
  key: text('key').primaryKey(),
  description: text('description').notNull(),
  position: integer('position').notNull().default(0),
  updatedAt: updatedAt(),
  version: version(),
});
