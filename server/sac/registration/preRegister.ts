import type { Input, Output } from '../../../contract/route.ts';
import { documentKind, normalizeDocument } from '../../../contract/rules/documents.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '../../../contract/rules/email.ts';
import { isPhone, normalizePhone } from '../../../contract/rules/phone.ts';
import type { registrationRoutes } from '../../../contract/sac/registration.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import {
  branches,
  customerBranches,
  customerContacts,
  customerEmails,
  customerPhones,
  customers,
} from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { plainTexts } from '../../plainText.ts';
import { branchScope } from '../../session/scope.ts';
import { logCustomer } from '../customers/commands.ts';
import {
  customerOfDocument,
  FOREIGN_DOCUMENT,
  KNOWN_DOCUMENT,
  refuseForeign,
  WRONG_DOCUMENT,
} from './queries.ts';
import { ownCustomer, tellContacts } from './writeCustomer.ts';

type PreRegister = typeof registrationRoutes.preRegister;
type Given = Input<PreRegister>['body'];

/** The short form of a first contact: makes a prospect, whom the steps complete later. */
export async function preRegister({ body }: Input<PreRegister>, ctx: Context): Promise<Output<PreRegister>> {
  const given = cleaned(body);
  const errors = problemsOf(given);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await refuseForeign(ctx, given.doc, 'doc');
  return withIdempotency(ctx, 'registration.preRegister', { body }, async (tx) => {
    const known = await customerOfDocument(tx, ctx.user, given.doc);
    if (known) throw invalid({ doc: known === 'FOREIGN' ? FOREIGN_DOCUMENT : KNOWN_DOCUMENT });
    return {
      data: { id: await writeProspect(tx, ctx, given), message: 'Cliente pré-cadastrado com sucesso.' },
    };
  });
}

function cleaned(body: Given): Given {
  const { doc, razSoc, fant, nomeContato, telefone, email } = plainTexts(body);
  return {
    doc: normalizeDocument(doc),
    razSoc: razSoc.trim(),
    fant: fant.trim(),
    nomeContato: nomeContato.trim(),
    telefone: normalizePhone(telefone),
    email: normalizeEmail(email),
  };
}

const REQUIRED = ['razSoc', 'fant', 'nomeContato'] as const;

function problemsOf(given: Given): Record<string, string> {
  return {
    ...(documentKind(given.doc) ? {} : { doc: WRONG_DOCUMENT }),
    ...Object.fromEntries(REQUIRED.filter((key) => !given[key]).map((key) => [key, 'Campo obrigatório'])),
    ...(isPhone(given.telefone) ? {} : { telefone: 'Telefone inválido' }),
    ...(isEmail(given.email) ? {} : { email: INVALID_EMAIL }),
  };
}

async function writeProspect(tx: Tx, ctx: Context, given: Given): Promise<number> {
  const [row] = await tx
    .insert(customers)
    .values({
      document: given.doc,
      legalName: given.razSoc,
      tradeName: given.fant,
      phone: given.telefone,
      email: given.email,
      prospect: true,
      ...(await ownCustomer(tx, ctx)),
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .onConflictDoNothing({ target: customers.document })
    .returning({ id: customers.id });
  if (!row) throw invalid({ doc: KNOWN_DOCUMENT });
  const customerId = row.id;
  // Served by the branches that its writer sees, so that its people find it again and can open tickets for it.
  const seen = await tx.select({ branchId: branches.id }).from(branches).where(branchScope(ctx.user));
  if (seen.length > 0)
    await tx.insert(customerBranches).values(seen.map(({ branchId }) => ({ customerId, branchId })));
  await tx.insert(customerPhones).values({ customerId, number: given.telefone, description: 'Telefone' });
  await tx.insert(customerEmails).values({ customerId, email: given.email, description: 'Contato' });
  const contacts = await tx
    .insert(customerContacts)
    .values({
      customerId,
      name: given.nomeContato,
      role: 'Contato',
      phone: given.telefone,
      email: given.email,
    })
    .returning({ id: customerContacts.id });
  await tellContacts(tx, ctx, contacts);
  await logCustomer(tx, ctx, { customerId, type: 'CADASTRO', text: 'Cliente pré-cadastrado' });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'customers',
    entityId: customerId,
    after: { documento: given.doc, nome: given.razSoc, prospect: true },
  });
  return customerId;
}
