import type { Static } from '@sinclair/typebox';
import { and, eq, inArray, ne, or } from 'drizzle-orm';
import type { Input } from '../../../contract/route.ts';
import { normalizeDocument } from '../../../contract/rules/documents.ts';
import { isEmail, normalizeEmail } from '../../../contract/rules/email.ts';
import { isPhone, normalizePhone } from '../../../contract/rules/phone.ts';
import type { DuplicateCustomer, registrationRoutes } from '../../../contract/sac/registration.ts';
import type { Context } from '../../context.ts';
import { customerEmails, customerPhones, customers } from '../../db/tables/index.ts';
import { customerScope } from '../../session/scope.ts';

type Found = Static<typeof DuplicateCustomer>;
const MOST = 10;

/** Customers of the person's scope with the same document, phone or e-mail. A document refuses, the rest warns. */
export async function duplicates(
  { body }: Input<typeof registrationRoutes.duplicates>,
  { db, user }: Context,
): Promise<Found[]> {
  const document = normalizeDocument(body.documento ?? '');
  const phones = (body.telefones ?? []).map(normalizePhone).filter(isPhone);
  const emails = (body.emails ?? []).map(normalizeEmail).filter(isEmail);
  if (!document && phones.length === 0 && emails.length === 0) return [];
  const withPhone = db
    .select({ id: customerPhones.customerId })
    .from(customerPhones)
    .where(inArray(customerPhones.number, phones));
  const withEmail = db
    .select({ id: customerEmails.customerId })
    .from(customerEmails)
    .where(inArray(customerEmails.email, emails));
  const byPhone = phones.length > 0 && or(inArray(customers.phone, phones), inArray(customers.id, withPhone));
  const byEmail = emails.length > 0 && or(inArray(customers.email, emails), inArray(customers.id, withEmail));
  const byDocument = document !== '' && eq(customers.document, document);
  const search = async (motivo: Found['motivo'], where: typeof byPhone) =>
    where
      ? (
          await db
            .select()
            .from(customers)
            .where(and(customerScope(user), where, body.menos ? ne(customers.id, body.menos) : undefined))
            .orderBy(customers.id)
            .limit(MOST)
        ).map(
          (row): Found => ({
            id: row.id,
            razSoc: row.legalName,
            fant: row.tradeName,
            documento: row.document,
            motivo,
          }),
        )
      : [];
  const found = [
    ...(await search('DOCUMENTO', byDocument)),
    ...(await search('TELEFONE', byPhone)),
    ...(await search('EMAIL', byEmail)),
  ];
  // Once each, by the strongest reason.
  return found.filter(({ id }, index) => found.findIndex((one) => one.id === id) === index).slice(0, MOST);
}
