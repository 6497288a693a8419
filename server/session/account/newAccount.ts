import { setTimeout as wait } from 'node:timers/promises';
import { asc, eq } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { isCpf, normalizeDocument } from '#contract/rules/documents.ts';
import { BIRTH_DATE_MESSAGE, isBirthDate, isFullName, normalizeName } from '#contract/rules/person.ts';
import { isPersonalPhone, normalizePhone } from '#contract/rules/phone.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { sessionRoutes } from '#contract/session/session.ts';
import type { PublicContext } from '../../context.ts';
import { LOCKS, lockUntilCommit } from '../../db/advisoryLock.ts';
import type { Executor } from '../../db/client.ts';
import { branches, customerBranches, customers, people } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { audit } from '../../writing/audit.ts';
import { addressSubject, countAttempt } from '../backoff.ts';
import { roleFor } from '../roles.ts';
import {
  mailAccountCreated,
  mailAccountExists,
  mailAskService,
  mailConfirmAccount,
} from './accountEmails.ts';
import { checkCaptcha } from './captcha.ts';
import { MINIMUM_ANSWER_TIME } from './passwordReset.ts';
import { acceptedHash, openReset } from './passwords.ts';

type NewAccount = typeof sessionRoutes.newAccount;

const RECEIVED =
  'Cadastro recebido. Entre com o seu CPF e a sua senha; se não conseguir, veja o e-mail que enviamos.';

interface Request {
  cpf: string;
  name: string;
  email: string;
  phone: string;
  birthDate: string;
  passwordHash: string;
}

/**
 * Requests an account for an end consumer. Someone who knows a CPF cannot learn here whether it has an account or belongs to
 * a customer: the message and the response time are the same, and the outcome is sent by e-mail.
 */
export async function newAccount(
  { body }: Input<NewAccount>,
  ctx: PublicContext,
): Promise<Output<NewAccount>> {
  const proved = await checkCaptcha(ctx, body.captcha, false);
  await countAttempt(ctx, [{ subject: `conta:${addressSubject(ctx.ip)}`, free: proved ? 10 : 5 }]);
  const request = { ...checked(body, ctx.now()), passwordHash: await acceptedHash(ctx, body.senha) };
  await Promise.all([wait(MINIMUM_ANSWER_TIME), ctx.db.transaction((tx) => answerRequest(tx, ctx, request))]);
  return { message: RECEIVED };
}

function checked(body: Input<NewAccount>['body'], now: Date): Omit<Request, 'passwordHash'> {
  const today = localDate(now, DEFAULT_TIME_ZONE);
  const errors = {
    ...(!isCpf(body.documento) && { documento: 'CPF inválido' }),
    ...(!isFullName(body.nome) && { nome: 'Informe seu nome e sobrenome' }),
    ...(!isEmail(body.email) && { email: INVALID_EMAIL }),
    ...(!isPersonalPhone(body.telefone) && { telefone: 'Telefone inválido' }),
    ...(!isBirthDate(body.data_nascimento, today) && { data_nascimento: BIRTH_DATE_MESSAGE }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    cpf: normalizeDocument(body.documento),
    name: normalizeName(body.nome),
    email: normalizeEmail(body.email),
    phone: normalizePhone(body.telefone),
    birthDate: body.data_nascimento,
  };
}

async function answerRequest(tx: Executor, ctx: PublicContext, request: Request) {
  // Serialises two requests for the same CPF.
  await lockUntilCommit(tx, LOCKS.newAccounts, request.cpf);
  const [person] = await tx.select().from(people).where(eq(people.cpf, request.cpf));
  if (person) return mailAccountExists(tx, ctx, person);
  const [customer] = await tx.select().from(customers).where(eq(customers.document, request.cpf));
  if (!customer) {
    const customerId = await createCustomer(tx, ctx, request);
    return createPerson(tx, ctx, request, customerId).then(() => mailAccountCreated(tx, ctx, request));
  }
  const onFile = normalizeEmail(customer.email);
  if (!onFile) return mailAskService(tx, ctx, request);
  return confirmByMail(tx, ctx, { cpf: request.cpf, ...customer, email: onFile });
}

type Customer = typeof customers.$inferSelect;

/**
 * Nothing that a stranger typed goes into the account, and only someone who reads the e-mail on file can open it. Knowing
 * that address proves nothing, since many people know both the CPF and the e-mail of someone else.
 */
async function confirmByMail(tx: Executor, ctx: PublicContext, customer: Customer & { cpf: string }) {
  const { cpf, email, phone, legalName: name } = customer;
  // No password matches this value: the first one is chosen through the link. Hashing one here would show in the response
  // time.
  const passwordHash = 'nenhuma';
  const personId = await createPerson(
    tx,
    ctx,
    { cpf, email, phone, name, passwordHash, birthDate: null },
    customer.id,
  );
  if (personId) await mailConfirmAccount(tx, ctx, { name, email }, await openReset(tx, ctx, personId));
}

/** Null if the same CPF got its account concurrently. */
async function createPerson(
  tx: Executor,
  ctx: PublicContext,
  values: Omit<Request, 'birthDate'> & { birthDate: string | null },
  customerId: number,
): Promise<number | null> {
  const roleId = await roleFor(tx, 'CONSUMIDOR_FINAL');
  const [person] = await tx
    .insert(people)
    .values({ ...values, type: 'CONSUMIDOR_FINAL', roleId, customerId, createdAt: ctx.now() })
    .onConflictDoNothing()
    .returning({ id: people.id });
  if (!person) return null;
  const { name, email } = values;
  const after = { nome: name, email, tipo: 'CONSUMIDOR_FINAL', customerId };
  await audit(tx, ctx, { action: 'CRIAR', entity: 'people', entityId: person.id, after });
  return person.id;
}

/** The record of a consumer who has not bought anything yet, served by the first branch. */
async function createCustomer(tx: Executor, ctx: PublicContext, { cpf, name, email, phone }: Request) {
  const [customer] = await tx
    .insert(customers)
    .values({ document: cpf, legalName: name, tradeName: name, email, phone, prospect: true })
    .returning({ id: customers.id });
  if (!customer) throw new Error('customer was not inserted');
  const [branch] = await tx.select({ id: branches.id }).from(branches).orderBy(asc(branches.id)).limit(1);
  if (branch) await tx.insert(customerBranches).values({ customerId: customer.id, branchId: branch.id });
  const after = { razSoc: name, documento: cpf };
  await audit(tx, ctx, { action: 'CRIAR', entity: 'customers', entityId: customer.id, after });
  return customer.id;
}
