import { and, desc, eq } from 'drizzle-orm';
import type { TrackingEvent } from '#contract/callcenter/orders/freight.ts';
import { recordOf } from '#contract/rules/jsonRecord.ts';
import type { Deps } from '../../context.ts';
import { trackingEvents } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { plainText } from '../../text/plainText.ts';
import { type AskRemote, clientFor } from '../remoteJson.ts';

interface Consignment {
  kind: string;
  code: string;
}

const MAX_EVENTS = 200;

/**
 * The events of a consignment, newest first, from the configured service, or from our own table when there is none or it does
 * not answer. Throws 503 when only the service could have known them.
 */
export async function findEvents(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  consignment: Consignment,
  ask: AskRemote | undefined = settings.trackingUrl ? clientFor(settings.trackingUrl, settings) : undefined,
): Promise<TrackingEvent[]> {
  if (!settings.trackingUrl || !ask) return ownEvents(db, consignment);
  try {
    return readEvents(await ask(addressFor(settings.trackingUrl, consignment)));
  } catch {
    const own = await ownEvents(db, consignment);
    if (own.length > 0) return own;
    throw new Refusal(
      503,
      'RASTREIO_FORA_DO_AR',
      'O rastreio da transportadora não respondeu. Consulte o código no site dela, ou tente de novo em instantes.',
    );
  }
}

const addressFor = (template: string, { kind, code }: Consignment): string =>
  template.replaceAll('{tipo}', encodeURIComponent(kind)).replaceAll('{codigo}', encodeURIComponent(code));

async function ownEvents(db: Deps['db'], { kind, code }: Consignment): Promise<TrackingEvent[]> {
  const rows = await db
    .select()
    .from(trackingEvents)
    .where(and(eq(trackingEvents.kind, kind), eq(trackingEvents.trackingCode, code)))
    .orderBy(desc(trackingEvents.at), desc(trackingEvents.id))
    .limit(MAX_EVENTS);
  return rows.map((row) => ({
    codigo: row.code,
    data_hora: row.at.toISOString(),
    descricao: row.description,
  }));
}

/**
 * Reads `{ocorrencias}` or `{data: {ocorrencias}}`. Events without a time are dropped, and an unknown consignment has no
 * events.
 */
function readEvents(answer: unknown): TrackingEvent[] {
  if (answer === null) return [];
  const { data, ocorrencias } = answer as { data?: { ocorrencias?: unknown }; ocorrencias?: unknown };
  const given = ocorrencias ?? data?.ocorrencias;
  if (!Array.isArray(given)) throw new Error('no events');
  return given
    .slice(0, MAX_EVENTS)
    .flatMap(readEvent)
    .sort((a, b) => (a.data_hora < b.data_hora ? 1 : -1));
}

function readEvent(given: unknown): TrackingEvent[] {
  const { codigo, data_hora, descricao } = recordOf(given);
  const at = typeof data_hora === 'string' ? new Date(data_hora) : null;
  if (!at || Number.isNaN(at.getTime()) || at.getUTCFullYear() < 2000 || at.getUTCFullYear() > 2200)
    return [];
  return [{ codigo: textOf(codigo, 20), data_hora: at.toISOString(), descricao: textOf(descricao, 300) }];
}

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' || typeof value === 'number'
    ? plainText(String(value)).trim().slice(0, most)
    : '';
