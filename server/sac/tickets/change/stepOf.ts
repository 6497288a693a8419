import { currentStep, type Flow, type FlowStep } from '../../../../contract/rules/flows/flow.ts';
import { flowVersion } from '../../../config/flows/queries.ts';
import type { Executor } from '../../../db/client.ts';
import type { tickets } from '../../../db/tables/index.ts';

type Pinned = Pick<typeof tickets.$inferSelect, 'id' | 'flowKey' | 'flowVersion' | 'stepKey'>;

/** The flow in the version that the ticket pinned, never a newer one. */
export async function flowOf(db: Executor, ticket: Pinned): Promise<Flow> {
  const version = await flowVersion(db, ticket.flowKey, ticket.flowVersion);
  if (!version) throw new Error(`ticket ${ticket.id} pins a flow that is not there: ${ticket.flowKey}`);
  return version.flow;
}

/** Where the ticket stands. */
export async function stepOf(db: Executor, ticket: Pinned): Promise<FlowStep> {
  return stepIn(await flowOf(db, ticket), ticket);
}

export function stepIn(flow: Flow, ticket: Pinned): FlowStep {
  const step = currentStep(flow, ticket.stepKey);
  if (!step) throw new Error(`ticket ${ticket.id} stands on a step that its flow does not have`);
  return step;
}
