import { sql } from 'drizzle-orm';
import type { TicketRow } from '../../../contract/sac/tickets.ts';
import type { Executor } from '../../db/client.ts';
import { remembered } from '../../db/remembered.ts';
import { branches, definitions, flows, ticketTypes } from '../../db/tables/index.ts';

export interface RowNames {
  types: Record<number, TicketRow['tipo']>;
  branches: Record<number, string>;
  /** Of each version of a flow, as `chave versao`, what its steps are called by their keys. */
  steps: Record<string, Record<string, string>>;
}

export const NO_TYPE = { chave: '', desc: '', gera_espelho_devolucao: false };

/** What types, branches and steps are called: a few hundred names at most, which every list shows and hardly anybody changes. */
export const rowNames = remembered('ticket_row_names', [ticketTypes, branches, definitions], loadNames);

/** The step as the ticket's own version of the flow calls it. */
export const stepName = (
  { flowKey, flowVersion, stepKey }: { flowKey: string; flowVersion: number; stepKey: string },
  { steps }: RowNames,
): string => steps[`${flowKey} ${flowVersion}`]?.[stepKey] ?? stepKey;

async function loadNames(db: Executor, _: Record<string, never>): Promise<RowNames> {
  const [types, offices, versions] = await Promise.all([
    db
      .select({
        id: ticketTypes.id,
        chave: ticketTypes.key,
        desc: ticketTypes.description,
        gera_espelho_devolucao: ticketTypes.mirror,
      })
      .from(ticketTypes),
    db.select({ id: branches.id, name: branches.legalName }).from(branches),
    db.select({ flow: sql<string>`${flows.key} || ' ' || ${flows.version}`, steps: stepsOfFlow }).from(flows),
  ]);
  return {
    types: Object.fromEntries(types.map((type) => [type.id, type])),
    branches: Object.fromEntries(offices.map(({ id, name }) => [id, name])),
    steps: Object.fromEntries(versions.map(({ flow, steps }) => [flow, steps ?? {}])),
  };
}

const stepsOfFlow = sql<Record<string, string> | null>`(
  select jsonb_object_agg(step ->> 'chave', step ->> 'descricao')
  from jsonb_array_elements(${flows.content} -> 'etapas') as step)`;
