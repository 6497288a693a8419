import { eq } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { carriers } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { type AskRemote, wayTo } from '../remoteJson.ts';
import type { FreightQuotes, FreightRequest } from './freightRequest.ts';
import { quotesOfTables } from './rateTables.ts';
import { readQuotes, refusalOf } from './readQuotes.ts';

/**
 * By the configured service; without one, by our rate tables. Throws a Refusal whose sentence says how to go on by hand
 * when the service is slow, down or answers rubbish, and with its own sentence when it refuses.
 */
export async function quoteFreight(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  request: FreightRequest,
  ask: AskRemote | undefined = settings.freightUrl ? wayTo(settings.freightUrl, settings) : undefined,
): Promise<FreightQuotes> {
  if (!settings.freightUrl || !ask) return { quotes: await quotesOfTables(db, request), number: null };
  const answer = await ask(addressFor(settings.freightUrl, request)).catch(outOfReach);
  const refusal = refusalOf(answer);
  if (refusal) throw new Refusal(422, 'FRETE_RECUSADO', refusal);
  const names = await carrierNames(db);
  try {
    return { quotes: readQuotes(answer, names), number: numberOf(answer) };
  } catch {
    return outOfReach();
  }
}

function outOfReach(): never {
  throw new Refusal(
    503,
    'FRETE_FORA_DO_AR',
    'O cálculo de frete não respondeu. Informe a transportadora e o valor à mão, ou tente de novo em instantes.',
  );
}

function addressFor(template: string, request: FreightRequest): string {
  const { destination } = request;
  const values: Record<string, string> = {
    uf: destination.state,
    ibge: destination.ibge,
    cidade: destination.city,
    cep: destination.cep,
    peso: request.weight,
    total: request.total,
    tipo: request.freightType.key,
    redespacho: request.redispatch ? '1' : '0',
    condicional: request.conditionId === null ? '' : String(request.conditionId),
  };
  return template.replace(/\{(\w+)\}/g, (all, name: string) =>
    name in values ? encodeURIComponent(values[name] ?? '') : all,
  );
}

async function carrierNames(db: Deps['db']): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: carriers.id, name: carriers.tradeName })
    .from(carriers)
    .where(eq(carriers.active, true));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function numberOf(answer: unknown): string | null {
  const { numero } = answer as { numero?: unknown };
  return typeof numero === 'string' || typeof numero === 'number' ? String(numero).slice(0, 40) : null;
}
