import { customerUpkeepRoutes } from '../../../contract/callcenter/customerUpkeep.ts';
import type { Context } from '../../context.ts';
import { implement } from '../../implement.ts';
import { carriersOfCustomer } from '../../sac/customers/queries.ts';
import { requireCustomer } from '../contacts/queries.ts';
import { changeActivity, classify, customerActivities, declassify } from './classification.ts';
import { editEmail, editPhone } from './edits.ts';
import {
  accountBalanceOf,
  availableCreditOf,
  billersOf,
  creditsOf,
  limitsOf,
  restrictionsOf,
  unpaidTitles,
} from './finances.ts';
import { saveFlex, saveSettings } from './settings.ts';

/** What a customer has, for those who may see the customer. */
const ofCustomer =
  <A>(read: (ctx: Context, idCli: number) => Promise<A>) =>
  async ({ params }: { params: { idCli: number } }, ctx: Context): Promise<A> => {
    await requireCustomer(ctx, params.idCli);
    return read(ctx, params.idCli);
  };

export const customerUpkeepImplementation = implement(customerUpkeepRoutes, {
  saveSettings,
  saveFlex,
  classify,
  declassify,
  editPhone,
  editEmail,
  changeActivity,
  activities: customerActivities,
  limits: ofCustomer(({ db }, id) => limitsOf(db, id)),
  credits: ofCustomer(({ db }, id) => creditsOf(db, id)),
  availableCredit: ofCustomer(async ({ db }, id) => ({ data: await availableCreditOf(db, id) })),
  restrictions: ofCustomer(({ db }, id) => restrictionsOf(db, id)),
  billers: ofCustomer(({ db }, id) => billersOf(db, id)),
  openTitles: ofCustomer((ctx, id) => unpaidTitles(ctx, id, 'ALL')),
  overdueTitles: ofCustomer((ctx, id) => unpaidTitles(ctx, id, 'OVERDUE')),
  accountBalance: ofCustomer(async ({ db }, id) => ({ data: await accountBalanceOf(db, id) })),
  carriers: ofCustomer(({ db }, id) => carriersOfCustomer(db, id)),
});
