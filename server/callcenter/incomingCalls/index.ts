import { incomingCallRoutes } from '#contract/callcenter/agendas/incomingCalls.ts';
import { allows } from '#contract/permissions.ts';
import { formatPhone, parsePhoneSearch } from '#contract/rules/phone.ts';
import type { Context } from '../../context.ts';
import { customers } from '../../db/tables/index.ts';
import { forbidden, invalid } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { findableBy } from '../../session/personalData.ts';
import { isConsumer, isOutside } from '../../session/scope.ts';
import { callersOf, callOf } from './queries.ts';
import { settleCall } from './settle.ts';

/** Lines are the company's: nobody else has one. */
const hasNoLine = ({ user }: Context) => isOutside(user) || user.wall !== undefined;

export const incomingCallImplementation = implement(incomingCallRoutes, {
  mine: async (_, ctx) => ({ data: hasNoLine(ctx) ? null : await callOf(ctx) }),
  seek: async ({ body: { numero } }, ctx) => {
    const { grants } = ctx.user;
    if (
      isConsumer(ctx.user) ||
      ctx.user.wall !== undefined ||
      !(allows(grants, 'SAC_CLIENTE_PESQUISAR') || allows(grants, 'CLIENTE'))
    )
      throw forbidden('SAC_CLIENTE_PESQUISAR');
    if (!parsePhoneSearch(numero)) throw invalid({ numero: 'Telefone inválido' });
    // Who sees numbers masked finds nobody by one.
    const callers = await callersOf(ctx, numero, findableBy(ctx.user, 'TELEFONE', customers.phone));
    return { data: { numero: formatPhone(numero), ...callers } };
  },
  settle: settleCall,
});
