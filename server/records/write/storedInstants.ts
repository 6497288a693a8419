import { inArray } from 'drizzle-orm';
import type { RecordData, RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import { keptInstant } from '#contract/rules/time/instantText.ts';
import { DEFAULT_TIME_ZONE, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Tx } from '../../db/client.ts';
import { branches } from '../../db/tables/index.ts';
import type { PendingRow } from './pendingRow.ts';

/**
 * Gives each instant of the rows the text that is stored of it, by the clock of the branch that the record refers to; without one,
 * by that of the company.
 */
export async function storeInstants(
  tx: Tx,
  campos: RecordFields,
  rows: readonly PendingRow[],
): Promise<void> {
  const keys = Object.keys(campos).filter((key) => holdsInstants(campos[key]));
  if (keys.length === 0) return;
  const zoneOf = await zonesOfRows(tx, campos, rows);
  for (const row of rows) {
    const given = keys.filter((key) => Object.hasOwn(row.given, key));
    const zone = zoneOf(row);
    row.given = {
      ...row.given,
      ...Object.fromEntries(
        given.map((key) => [key, stored(campos[key], row.given[key], row.before?.[key], zone)]),
      ),
    };
  }
}

const holdsInstants = (field: RecordField | undefined): boolean =>
  field?.tipo === 'INSTANTE' || Object.values(field?.campos ?? {}).some(holdsInstants);

function stored(field: RecordField | undefined, given: unknown, before: unknown, zone: TimeZone): unknown {
  if (field?.tipo === 'INSTANTE') return keptInstant(given, before, zone);
  if (field?.tipo !== 'LISTA' || !Array.isArray(given)) return given;
  return given.map((item: RecordData) =>
    Object.fromEntries(
      Object.entries(item).map(([key, value]) => [
        key,
        field.campos?.[key]?.tipo === 'INSTANTE' ? keptInstant(value, undefined, zone) : value,
      ]),
    ),
  );
}

async function zonesOfRows(
  tx: Tx,
  campos: RecordFields,
  rows: readonly PendingRow[],
): Promise<(row: PendingRow) => TimeZone> {
  const branch = Object.keys(campos).find(
    (key) => campos[key]?.tipo === 'REFERENCIA' && campos[key]?.referencia === 'filiais',
  );
  if (branch === undefined) return () => DEFAULT_TIME_ZONE;
  const branchOf = (row: PendingRow): number | null => {
    if (Object.hasOwn(row.given, branch)) return row.referenceOf(branch);
    const sharedValue = (row.shared.data as RecordData | undefined)?.[branch];
    return typeof sharedValue === 'number' ? sharedValue : null;
  };
  const ids = [...new Set(rows.flatMap((row) => branchOf(row) ?? []))];
  const found = await tx
    .select({ id: branches.id, zone: branches.timeZone })
    .from(branches)
    .where(inArray(branches.id, ids));
  const zones = new Map(found.map(({ id, zone }) => [id, zone]));
  return (row) => zones.get(branchOf(row) ?? 0) ?? DEFAULT_TIME_ZONE;
}
