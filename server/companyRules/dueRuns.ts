import { sql } from 'drizzle-orm';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import type { Tx } from '../db/client.ts';
import { insertMany } from '../db/manyRows.ts';
import { ruleRuns } from '../db/tables/index.ts';
import type { DueRecord } from './look.ts';
import type { LiveRule } from './standing.ts';

/** How many days it is kept what rules did. */
export const DAYS_KEPT = 90;

/** From when on it is sure to be known which moments were met; a day is left for what is swept meanwhile, and for clocks that differ. */
export const knownSince = (now: Date): Date =>
  new Date(now.getTime() - (DAYS_KEPT - 1) * 24 * 60 * 60 * 1000);

/** Two dates of a record may be the same day, and a rule may be changed to be due earlier or later. */
const dueName = ({ quando }: CompanyRule): string =>
  quando.tipo === 'PRAZO' ? `${quando.campo}/${quando.quantidade}/${quando.unidade}` : '';

/** The same moment of the same record is met once. */
const onlyNew = sql`on conflict (rule_key, event_key) do nothing`;

interface Found {
  /** When it was found. */
  at: Date;
  /** The time that it is for, if it is one by the clock. */
  clock: string | null;
}

/** Writes down records whose time has come, each once. */
export const writeDue = (
  tx: Tx,
  { key, version, content, standing }: LiveRule,
  records: readonly DueRecord[],
  { at, clock }: Found,
) =>
  insertMany(
    tx,
    ruleRuns,
    records.map((record) => ({
      ...{ ruleKey: key, ruleVersion: version, entity: content.entidade, recordId: record.id },
      ...{ event: content.quando.tipo, shadow: standing.mode === 'SO_REGISTRA' },
      happenedAt: clock === null ? at : new Date(clock),
      eventKey:
        clock === null ? `prazo/${dueName(content)}/${record.id}/${record.at}` : `hora/${clock}/${record.id}`,
    })),
    onlyNew,
  );
