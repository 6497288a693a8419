import { contactRoutes } from '../../../contract/callcenter/contacts.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { implement } from '../../implement.ts';
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
  types: (_, { db }) => typeOptions(db),
  create: createContact,
  update: updateContact,
});
