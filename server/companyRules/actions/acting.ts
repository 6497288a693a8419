import type { RuleAction, RuleActionKey } from '#contract/rules/companyRules/ruleActions.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import type { SourcedEntities } from '../../map/sourcedEntity.ts';

/** What an action is done with: the record, and the transaction that also writes that it was done. */
export interface Acting {
  tx: Tx;
  /** Of the person that the rule writes as, or who uses the macro; its `db` is the transaction. */
  ctx: Context;
  ruleKey: string;
  ruleVersion: number;
  /** As texts say it: 'regra Valor alto', 'macro Pedir fotos'. */
  by: string;
  /** Names the run, so that what it writes elsewhere is written once. */
  runId: number | string;
  /** Whether colleagues may lose the ticket, and somebody who is away may get it. */
  confirmed: boolean;
  /** The place of the action in the rule. */
  step: number;
  entity: string;
  recordId: number;
  entities: SourcedEntities;
  /** A text with the values of the record. */
  fill: (text: string | undefined) => Promise<string>;
}

/** What was done, without values of the record, and the numbers of what was written. */
export interface Done {
  sentence: string;
  result?: Record<string, number>;
  /** Nothing was done, and why is what the sentence says. */
  skipped?: true;
}

export type ActionOf<K extends RuleActionKey> = Extract<RuleAction, { acao: K }>;
export type Act<K extends RuleActionKey> = (acting: Acting, action: ActionOf<K>) => Promise<Done>;
