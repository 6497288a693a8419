import { isValidIe } from '@brazilian-utils/brazilian-utils/is-valid-ie';
import { eq, sql } from 'drizzle-orm';
import type { Input } from '#contract/route.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { documentKind, missingDocument, normalizeDocument } from '#contract/rules/documents.ts';
import { recordOf } from '#contract/rules/jsonRecord.ts';
import { isPhone, normalizePhone } from '#contract/rules/phone.ts';
import { registrationRoutes } from '#contract/sac/registration.ts';
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
import { invalid, notFound, refused } from '../../errors.ts';
import { branchScope } from '../../session/scope.ts';
import { plainTexts } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { logCustomer } from '../customers/commands.ts';
import { type CustomerRow, goneOrMerged, visibleCustomer } from '../customers/queries.ts';
import {
  customerOfDocument,
  FOREIGN_DOCUMENT,
  KNOWN_DOCUMENT,
  mayBeCompleted,
  refuseForeign,
  WRONG_DOCUMENT,
} from './queries.ts';
import { areaOf, validateRegistration } from './validateRegistration.ts';
import type { ValidRegistration } from './validRegistration.ts';
import { ownCustomer, publishContacts, writeCustomer } from './writeCustomer.ts';

/** Registers a customer, or completes a first contact (given by `idCli`, or a prospect with the same document). */
export const register = command(registrationRoutes.register, {
  // Also with `idCli`: a first contact without a document would otherwise tell of any document whether it is known.
  prepare: (ctx, { body }) => refuseForeign(ctx, body.documento, 'documento'),
  async work(tx, ctx, { body }) {
    const before = await recordToComplete(tx, ctx, body);
    const validated = await validateRegistration(tx, ctx, areaOf(ctx.area), body, before?.extraFields);
    const row = await writeCustomer(tx, ctx, validated, before);
    return { data: { id: row.id, message: doneMessage(validated) } };
  },
});

/** The existing record to be completed, locked; `null` for a new customer. */
async function recordToComplete(
  tx: Tx,
  { user }: Context,
  body: Input<typeof registrationRoutes.register>['body'],
): Promise<CustomerRow | null> {
  if (body.idCli) {
    if (!(await visibleCustomer(tx, user, body.idCli))) throw await goneOrMerged(tx, user, body.idCli);
    const row = await lockCustomer(tx, body.idCli);
    if (!mayBeCompleted(row)) throw refused('CADASTRO_COMPLETO', 'Este cliente já tem o cadastro completo.');
    return row;
  }
  const existingCustomer = await customerOfDocument(tx, user, normalizeDocument(body.documento));
  if (existingCustomer === null) return null;
  if (existingCustomer === 'FOREIGN') throw invalid({ documento: FOREIGN_DOCUMENT });
  const row = await lockCustomer(tx, existingCustomer.id);
  // Checked again under the lock, since another request may have just completed it.
  if (!mayBeCompleted(row)) throw invalid({ documento: KNOWN_DOCUMENT });
  return row;
}

/** Locks a customer to which the person's access has already been checked. */
export async function lockCustomer(tx: Tx, id: number): Promise<CustomerRow> {
  const [row] = await tx.select().from(customers).where(eq(customers.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}

/** A state registration number that does not fit its state only causes a warning, never a refusal. */
export function doneMessage({ parts }: Pick<ValidRegistration, 'parts'>): string {
  const done = 'Cliente cadastrado com sucesso.';
  const { inscricao } = parts.empresa as { inscricao?: string };
  const { uf } = recordOf(parts.enderecos.enderecoCobranca);
  if (!inscricao || typeof uf !== 'string' || fits(inscricao, uf)) return done;
  return `${done} Confira a inscrição estadual: ela não tem o formato das inscrições de ${uf}.`;
}

const fits = (value: string, uf: string): boolean =>
  isValidIe({ value, stateCode: uf as Parameters<typeof isValidIe>[0] });

type Body = Input<typeof registrationRoutes.preRegister>['body'];
/** `doc` is empty while it is not known. */
type Given = Required<Body>;

/** The short form for a first contact: creates a prospect, which the steps complete later. */
export const preRegister = command(registrationRoutes.preRegister, {
  async prepare(ctx, { body }) {
    const given = cleaned(body);
    const errors = problemsOf(given);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    if (given.doc) await refuseForeign(ctx, given.doc, 'doc');
    return given;
  },
  async work(tx, ctx, _, given) {
    const existingCustomer = given.doc ? await customerOfDocument(tx, ctx.user, given.doc) : null;
    if (existingCustomer)
      throw invalid({ doc: existingCustomer === 'FOREIGN' ? FOREIGN_DOCUMENT : KNOWN_DOCUMENT });
    return {
      data: { id: await writeProspect(tx, ctx, given), message: 'Cliente pré-cadastrado com sucesso.' },
    };
  },
});

function cleaned(body: Body): Given {
  const { doc = '', razSoc, fant, nomeContato, telefone, email } = plainTexts(body);
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
    ...(given.doc === '' || documentKind(given.doc) ? {} : { doc: WRONG_DOCUMENT }),
    ...Object.fromEntries(REQUIRED.filter((key) => !given[key]).map((key) => [key, 'Campo obrigatório'])),
    ...(isPhone(given.telefone) ? {} : { telefone: 'Telefone inválido' }),
    ...(isEmail(given.email) ? {} : { email: INVALID_EMAIL }),
  };
}

async function writeProspect(tx: Tx, ctx: Context, given: Given): Promise<number> {
  const id = await nextCustomerId(tx);
  const document = given.doc || missingDocument(id);
  const [row] = await tx
    .insert(customers)
    .values({
      id,
      document,
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
  // Assigned to the branches that its author sees, so that their people find it and can open tickets for it.
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
  await publishContacts(tx, ctx, contacts);
  await logCustomer(tx, ctx, { customerId, type: 'CADASTRO', text: 'Cliente pré-cadastrado' });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'customers',
    entityId: customerId,
    after: { documento: document, nome: given.razSoc, prospect: true },
  });
  return customerId;
}

async function nextCustomerId(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('customers', 'id'))::int as id`,
  );
  return rows[0]?.id ?? 0;
}
