import type { customerUpkeepRoutes } from '../../../contract/callcenter/customerUpkeep.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { readMoment } from '../../../contract/rules/agendas/localInstant.ts';
import {
  SERVED_FLAGS,
  servedDays,
  servedFlags,
  settingsProblems,
} from '../../../contract/rules/customers/serviceSettings.ts';
import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { textsOf } from '../../../contract/rules/problem.ts';
import type { Context } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import type { CustomerRow } from '../../sac/customers/queries.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { writtenCustomer } from '../customerPanel/queries.ts';
import { changeCustomer, lockCustomer } from '../lockCustomer.ts';

type SaveSettings = typeof customerUpkeepRoutes.saveSettings;
type SaveFlex = typeof customerUpkeepRoutes.saveFlex;
type Settings = Input<SaveSettings>['body'];

const SAVED = 'Configurações de atendimento atualizadas com sucesso!';

export async function saveSettings(
  { params, body }: Input<SaveSettings>,
  ctx: Context,
): Promise<Output<SaveSettings>> {
  const moment = body.dtProximoContatoCobranca ?? undefined;
  const errors = textsOf(settingsProblems(moment ? { dtProximoContatoCobranca: moment } : {}));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return withIdempotency(ctx, 'customerUpkeep.settings', { params, body }, async (tx) => {
    const row = await lockCustomer(tx, ctx, params.idCli, {
      versao: body.versao,
      state: (standing) => writtenCustomer(standing, { ...ctx, db: tx }),
    });
    const set = columnsOf(body, row, await zoneOf(tx, ctx.user));
    await changeCustomer(tx, ctx, row.id, {
      set,
      text: 'Configurações de atendimento alteradas',
      before: told(row),
      after: told({ ...row, ...set }),
    });
    return { data: { id: row.id, message: SAVED } };
  });
}

function columnsOf(body: Settings, row: CustomerRow, zone: string) {
  const moment = body.dtProximoContatoCobranca;
  const flags = { ...servedFlags(row.servedOn) };
  for (const flag of SERVED_FLAGS) flags[flag] = body[flag] ?? flags[flag];
  return {
    contactEvery: body.frequenciaAtendimento ?? row.contactEvery,
    doNotContact: body.naoContatar === undefined ? row.doNotContact : body.naoContatar === 1,
    nextCollectionAt: moment === undefined ? row.nextCollectionAt : moment ? readMoment(moment, zone) : null,
    servedOn: servedDays(flags),
  };
}

type Told = Pick<CustomerRow, 'contactEvery' | 'doNotContact' | 'nextCollectionAt' | 'servedOn'>;
const told = ({ contactEvery, doNotContact, nextCollectionAt, servedOn }: Told) => ({
  frequenciaAtendimento: contactEvery,
  naoContatar: doNotContact,
  dtProximoContatoCobranca: nextCollectionAt?.toISOString() ?? null,
  diasAtendidos: servedOn,
});

export async function saveFlex({ params, body }: Input<SaveFlex>, ctx: Context): Promise<Output<SaveFlex>> {
  return withIdempotency(ctx, 'customerUpkeep.flex', { params, body }, async (tx) => {
    const row = await lockCustomer(tx, ctx, params.idCli, {
      versao: body.versao,
      state: (standing) => writtenCustomer(standing, { ...ctx, db: tx }),
    });
    if (compareDecimals(row.flex, body.flex) !== 0)
      await changeCustomer(tx, ctx, row.id, {
        set: { flex: body.flex },
        text: 'Flex alterado',
        before: { flex: row.flex },
        after: { flex: body.flex },
      });
    return { data: { id: row.id, message: 'Flex atualizado com sucesso.' } };
  });
}
