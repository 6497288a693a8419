import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AnalysisCounter } from '#contract/rules/steps/returnedGoods.ts';
import type {
  AnalysisProposal,
  SuggestionOutcome,
  SuggestionReason,
} from '#contract/rules/steps/suggestedAnalysis.ts';
import { identity, instant } from '../columns.ts';
import { people } from '../people/people.ts';
import { ticketItems, tickets } from './tickets.ts';

/**
 * What was suggested for a line when it was analysed, and what became of that: one row for each analysis of a line, written with it. A
 * line that goes to another ticket takes its rows along.
 */
export const analysisOutcomes = pgTable(
  'analysis_outcomes',
  {
    id: identity(),
    itemId: integer('item_id')
      .notNull()
      .references(() => ticketItems.id, { onDelete: 'cascade' }),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    at: instant('at').notNull(),
    proposal: text('proposal').$type<AnalysisProposal>().notNull(),
    because: text('because').$type<SuggestionReason>().notNull(),
    /** Whether the suggestion was seen as it stood at the moment of sending. */
    outcome: text('outcome').$type<SuggestionOutcome>().notNull(),
    /** Whether the decision was what was proposed; `null` where nothing was proposed, or nobody saw it. */
    followed: boolean('followed'),
    decision: text('decision').$type<'APROVADA' | 'EM_PARTE' | 'RECUSADA'>().notNull(),
  },
  (t) => [index('analysis_outcomes_item_idx').on(t.itemId), index('analysis_outcomes_at_idx').on(t.at)],
);

/**
 * What a rule or macro of the company proposes for the goods of a ticket, the last time that it did. It holds for the goods as they were
 * then (`goods`), so that no change of them needs to know of it.
 */
export const proposedAnalyses = pgTable(
  'proposed_analyses',
  {
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    ruleKey: text('rule_key').notNull(),
    /** Of the rule as it proposed; what a corrected one says, it has to propose anew. */
    ruleVersion: integer('rule_version').notNull(),
    /** 'regra Devolução pequena' */
    by: text('by').notNull(),
    proposal: text('proposal').$type<AnalysisProposal>().notNull(),
    counter: text('counter').$type<AnalysisCounter>(),
    words: text('words').notNull(),
    goods: text('goods').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ticketId, t.ruleKey] })],
);
