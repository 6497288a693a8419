import type { MapField } from '#contract/map/entity.ts';
import { resolvePath } from '#contract/map/paths.ts';
import { filledText, pathsInText } from '#contract/rules/companyRules/ruleActions.ts';
import { formatMoney, formatPercent, numberText } from '#contract/rules/format.ts';
import { HIDDEN } from '#contract/rules/privacy/masks.ts';
import { formatCalendarDate, formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import type { User } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { asCompany } from '../db/guard/asCompany.ts';
import { ROW_TWICE, rowsOf, sqlOfPaths } from '../map/rowPaths.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';
import { seesPersonal } from '../session/personalData.ts';
import { keyOf, ownTypes, passesGuard, type Statement, withValues } from './judge.ts';

interface Place {
  entity: string;
  recordId: number;
  entities: SourcedEntities;
  user: User;
}

/**
 * A text with the values of the record that it names, as the transaction sees it. What the role sees masked leaves as a mask, also
 * if it lost the right since the rule was published.
 */
export async function fill(
  tx: Tx,
  text: string,
  { entity, recordId, entities, user }: Place,
): Promise<string> {
  const paths = pathsInText(text).filter((path) => {
    const found = resolvePath(entities, entity, path);
    return found && !found.many;
  });
  if (paths.length === 0) return filledText(text, () => '');
  const field = sqlOfPaths(entities, entity);
  const { view, only } = rowsOf(entity, entities[entity], 't');
  const columns = paths.map((path, at) => `(${field(path)})::text as p${at}`).join(', ');
  const statement: Statement = {
    text: [
      `select ${columns} from (select t.* from relatorio.${view} as t where ${[...only, `${keyOf(entity, entities, 't')} = `].join(' and ')}`,
      `) as r ${ROW_TWICE}`,
    ],
    types: ['integer'],
  };
  if (!(await passesGuard(statement))) throw new Error('the guard refused the text of a rule');
  const { rows } = await asCompany(
    tx,
    () => tx.execute<Record<string, string | null>>(withValues(statement, [recordId])),
    ownTypes(entities),
  );
  const values = new Map(
    paths.map((path, at) => {
      const campo = resolvePath(entities, entity, path)?.campo;
      const value = rows[0]?.[`p${at}`] ?? null;
      if (value === null || !campo) return [path, ''];
      return [path, campo.pessoal && !seesPersonal(user) ? HIDDEN : shown(campo, value)];
    }),
  );
  return filledText(text, (path) => values.get(path) ?? '');
}

function shown({ tipo }: MapField, value: string): string {
  if (tipo === 'DINHEIRO') return formatMoney(value, 2);
  if (tipo === 'PERCENTUAL') return formatPercent(value);
  if (tipo === 'DECIMAL' || tipo === 'INTEIRO') return numberText(value);
  if (tipo === 'DATA') return formatCalendarDate(value);
  if (tipo === 'DATAHORA') return formatDateTime(new Date(value), DEFAULT_TIME_ZONE);
  return tipo === 'LOGICO' ? (value === 'true' ? 'sim' : 'não') : value;
}
