import type { Flow } from '#contract/rules/flows/flow.ts';
import type { Executor } from '../../db/client.ts';
import {
  definitionVersion,
  type Published,
  publishedDefinition,
  publishedDefinitions,
} from '../definitions/queries.ts';

export {
  type ConditionValues,
  conditionQuery,
  conditionSql,
  conditionStatements,
} from './conditionSql.ts';

/** One version of a flow; a ticket pins `key` and `version` (docs/domain.md 3). */
interface FlowVersion {
  key: string;
  version: number;
  flow: Flow;
}

/** The published version, which new tickets pin; `null` if there is no such flow. */
export async function currentFlow(db: Executor, key: string): Promise<FlowVersion | null> {
  return asVersion(await publishedDefinition<Flow>(db, 'flows', key));
}

/** The version pinned by a ticket. */
export async function flowVersion(db: Executor, key: string, version: number): Promise<FlowVersion | null> {
  return asVersion(await definitionVersion<Flow>(db, 'flows', key, version));
}

/** The published version of each flow, by key. */
export async function currentFlows(db: Executor): Promise<FlowVersion[]> {
  const all = await publishedDefinitions<Flow>(db, 'flows');
  return all.map(({ key, version, content }) => ({ key, version, flow: content }));
}

const asVersion = (row: Published<Flow> | null): FlowVersion | null =>
  row && { key: row.key, version: row.version, flow: row.content };
