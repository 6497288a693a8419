import { and, inArray, type SQL } from 'drizzle-orm';
import type { Input } from '../../../contract/route.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import type { Dashboards, dashboardRoutes, Share } from '../../../contract/sac/dashboards.ts';
import { currentFlows } from '../../config/flows/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { carriers, people, reasons, tickets, ticketTypes } from '../../db/tables/index.ts';
import { ticketScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { soonUntil } from '../tickets/list/queries.ts';
import { namedShares } from './names.ts';
import { NONE, type OpenFigures, openFigures } from './openFigures.ts';
import { periodFigures } from './periodFigures.ts';
import { type AgeBand, ageBands, bandStarts, periodOf } from './rules.ts';

type Query = Input<typeof dashboardRoutes.all>['query'];

/** Every figure of the dashboards, of what the person may see: three counting queries, and the names. */
export async function allFigures({ dias = 30, ...filters }: Query, ctx: Context): Promise<Dashboards> {
  const { db, user } = ctx;
  const now = ctx.now();
  const [zone, soon, narrowed] = await Promise.all([
    zoneOf(db, user),
    soonUntil(ctx),
    narrowing(db, filters),
  ]);
  const condition = and(ticketScope(user), narrowed);
  const today = localDate(now, zone);
  const bands = ageBands(today);
  const [open, periodo] = await Promise.all([
    openFigures(db, condition, { now, soon, bandStarts: bandStarts(bands, zone) }),
    periodFigures(db, condition, periodOf(dias, today, zone), zone),
  ]);
  const [porEtapa, porMotivo, porTransportadora, porOperador] = await Promise.all([
    steps(db, open),
    namedShares(db, open.byReason, {
      table: reasons,
      id: reasons.id,
      name: reasons.description,
      none: 'Sem motivo',
    }),
    namedShares(db, open.byCarrier, {
      table: carriers,
      id: carriers.id,
      name: carriers.tradeName,
      none: 'Sem transportadora',
    }),
    namedShares(db, open.byOperator, {
      table: people,
      id: people.id,
      name: people.name,
      none: 'Sem operador',
    }),
  ]);
  return {
    calculadoEm: now.toISOString(),
    abertos: open.all,
    porEtapa,
    porIdade: ages(bands, open),
    porMotivo,
    porTransportadora,
    porOperador,
    periodo,
  };
}

async function narrowing(
  db: Executor,
  { filial = [], tipo = [] }: Omit<Query, 'dias'>,
): Promise<SQL | undefined> {
  const types =
    tipo.length > 0
      ? await db.select({ id: ticketTypes.id }).from(ticketTypes).where(inArray(ticketTypes.key, tipo))
      : null;
  return and(
    filial.length > 0 ? inArray(tickets.branchId, filial) : undefined,
    types
      ? inArray(
          tickets.typeId,
          types.map(({ id }) => id),
        )
      : undefined,
  );
}

/** In the order of the flows; a step that no flow has any more comes last, by its key. */
async function steps(db: Executor, { bySteps }: OpenFigures): Promise<Share[]> {
  const known = (await currentFlows(db)).flatMap(({ flow }) => flow.etapas);
  const names = new Map(known.map(({ chave, descricao }) => [chave, descricao]));
  const keys = [...new Set([...names.keys(), ...bySteps.keys()])].filter((key) => bySteps.has(key));
  return keys.map((chave) => {
    const { total, atrasados } = bySteps.get(chave) ?? NONE;
    return { chave, descricao: names.get(chave) ?? chave, total, atrasados };
  });
}

const ages = (bands: readonly AgeBand[], { byBand }: OpenFigures) =>
  bands.map((band, place) => {
    const { total, atrasados } = byBand.get(bands.length - 1 - place) ?? NONE;
    return { ...band, total, atrasados };
  });
