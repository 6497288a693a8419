import type pg from 'pg';
import { formatNumber } from '../../../../contract/rules/format.ts';
import { refused } from '../../../errors.ts';
import { extended } from './readRows.ts';

/** In PostgreSQL's own units: about so many pages read. Far above what the shipped reports cost on the demonstration. */
const MOST_COST = 20_000_000;

/** Refuses before it runs what would keep the database busy for minutes. */
export async function passCostGate(
  client: pg.ClientBase,
  text: string,
  values: unknown[],
  most = MOST_COST,
): Promise<void> {
  const { rows } = await extended(client, `explain (format json)\n${text}\n`, values);
  const [plan] = JSON.parse(rows[0]?.[0] ?? '[]') as { Plan: { 'Total Cost': number } }[];
  const cost = plan?.Plan['Total Cost'] ?? 0;
  if (cost <= most) return;
  throw refused(
    'RELATORIO_PESADO',
    `A consulta é pesada demais (custo ${formatNumber(String(Math.round(cost)), 0)}, o limite é ${formatNumber(String(most), 0)}). Escolha um período menor, ou simplifique a consulta.`,
  );
}
