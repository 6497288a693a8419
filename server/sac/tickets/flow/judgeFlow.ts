import { type Expression, pathsOf } from '#contract/expression/tree.ts';
import { ADDED_FIELD } from '#contract/map/entity.ts';
import { ENTITIES } from '#contract/map/index.ts';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { FLOW_ENTITY, judgedParts, resolvedFlow } from '#contract/rules/flows/flowExpression.ts';
import {
  type ConditionValues,
  conditionQuery,
  conditionSql,
  conditionStatements,
} from '#server/config/flows/queries.ts';
import type { Executor } from '#server/db/client.ts';
import { asCompany } from '#server/db/guard/asCompany.ts';
import { entitiesWithAdded } from '#server/map/addedFields.ts';
import { customerCodes, followedExpression } from '#server/session/storedCodes.ts';

interface Judged extends ConditionValues {
  stepKey: string;
}

/**
 * The flow with the conditions of the ways out of a ticket's step judged, as the transaction sees the ticket: after a step's data are
 * written, the next step is chosen by what they made of it. Every row counts, whoever moves the ticket: a way must not be open to one
 * and closed to another.
 */
export async function judgedFlow(db: Executor, flow: Flow, judged: Judged): Promise<Flow> {
  const { stepKey } = judged;
  const parts = judgedParts(flow, stepKey);
  const values = parts.length > 0 ? await judgedValues(db, parts, judged) : [];
  const found = new Map(parts.map((part, index) => [JSON.stringify(part), values[index]]));
  return resolvedFlow(flow, stepKey, (part) => found.get(JSON.stringify(part)) ?? null);
}

/** Whether a condition reads a field that an administrator added, which only the database knows. */
const readsAdded = (part: Expression): boolean =>
  pathsOf(part).some((path) => path.split('.').at(-1)?.startsWith(ADDED_FIELD));

/** What each part is worth for the ticket; those that no statement judges are missing. */
async function judgedValues(
  db: Executor,
  parts: readonly Expression[],
  values: ConditionValues,
): Promise<(boolean | null)[]> {
  const entities = parts.some(readsAdded) ? { ...ENTITIES, ...(await entitiesWithAdded(db)) } : ENTITIES;
  const isCustomer = customerCodes(entities, FLOW_ENTITY);
  const conditions: string[] = [];
  for (const part of parts)
    conditions.push(conditionSql(await followedExpression(db, part, isCustomer), entities));
  const statements = await conditionStatements(conditions);
  const found: (boolean | null)[] = [];
  await db.transaction((tx) =>
    asCompany(tx, async () => {
      for (const statement of statements) {
        const { rows } = await tx.execute<Record<string, boolean | null>>(conditionQuery(statement, values));
        for (const [column, part] of statement.judges.entries())
          found[part] = rows[0]?.[`p${column}`] ?? null;
      }
    }),
  );
  return found;
}
