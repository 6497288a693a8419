import { contactRoutes } from '../../../contract/callcenter/contacts.ts';
import { mailKey } from '../../../contract/rules/mailAddress.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { tryAgain } from '../../sac/mailAddresses/commands.ts';
import { refusedAddresses } from '../../sac/mailAddresses/queries.ts';
import { addressesOf, contactsOf, emailsOf, phonesOf, requireCustomer, typeOptions } from './queries.ts';
import { createContact, updateContact } from './write.ts';

/** What a customer has, for those who may see the customer. */
const ofCustomer =
  <A>(read: (db: Executor, idCli: number) => Promise<A>) =>
  async ({ params }: { params: { idCli: number } }, ctx: Context): Promise<A> => {
    await requireCustomer(ctx, params.idCli);
    return read(ctx.db, params.idCli);
  };

export const contactImplementation = implement(contactRoutes, {
  phones: ofCustomer(phonesOf),
  emails: ofCustomer(emailsOf),
  contacts: ofCustomer(contactsOf),
  addresses: ofCustomer(addressesOf),
  retry: ({ params, body }, ctx) =>
    ctx.db.transaction(async (tx) => {
      const customer = await requireCustomer({ ...ctx, db: tx }, params.idCli);
      const found = (await refusedAddresses(tx, customer)).find(({ email }) => email === mailKey(body.email));
      if (!found)
        throw refused('NAO_RECUSADO', 'Este endereço já não está entre os recusados deste cliente.');
      await tryAgain(tx, ctx, found.email);
      return { data: { message: 'O endereço volta a receber e-mails.' } };
    }),
  types: (_, { db }) => typeOptions(db),
  create: createContact,
  update: updateContact,
});
