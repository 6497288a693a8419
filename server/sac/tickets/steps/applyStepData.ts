import type { FlowStep } from '../../../../contract/rules/flow.ts';
import type { StepData } from '../../../../contract/rules/stepInput.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import type { tickets } from '../../../db/tables/index.ts';
import type { TicketRecord } from '../change/lockTicket.ts';

export interface StepWork {
  /** Locked. */
  ticket: TicketRecord;
  step: FlowStep;
  data: StepData;
}

/** What leaving a step wrote beside its own tables. */
export interface StepEffect {
  /** Columns of the ticket that change with the move. */
  set: Partial<typeof tickets.$inferInsert>;
  /** Sentence for the timeline: 'Análise: 3 aprovados, 1 negado.' Empty without a requirement. */
  note: string;
  /** For the audit. */
  after: Record<string, unknown>;
}

/**
 * Judges and writes what the requirement (`exigencia`) of the current step demands before the ticket may leave it
 * (DOMAIN.md section 3). Throws 422 with a text for every line and field that is missing or wrong; then nothing is
 * written. A conditional way out that does not need the requirement (COMPLEMENTO_CLIENTE) does not come here.
 */
export async function applyStepData(_tx: Tx, _ctx: Context, _work: StepWork): Promise<StepEffect> {
  return { set: {}, note: '', after: {} };
}
