import type { Static } from '@sinclair/typebox';
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { states } from '#contract/catalogs/states.ts';
import type { Input } from '#contract/route.ts';
import { isEmail, normalizeEmail, normalizePostalCode } from '#contract/rules/contact.ts';
import {
  type DocumentKind,
  isCnpj,
  isMissingDocument,
  normalizeDocument,
} from '#contract/rules/documents.ts';
import type { ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import { customerFacts } from '#contract/rules/fields/recordFacts.ts';
import { isPhone, parsePhoneSearch } from '#contract/rules/phone.ts';
import { registrationParts } from '#contract/rules/registration/registrationFields.ts';
import {
  type DuplicateCustomer,
  type RegistrationForms,
  registrationLookupRoutes,
  registrationRoutes,
} from '#contract/sac/registration.ts';
import { findAddress } from '../../adapters/postalCode/findAddress.ts';
import { findCompany } from '../../adapters/taxAuthority/findCompany.ts';
import { publishedDefinition } from '../../config/definitions/queries.ts';
import { factsFor, fieldsOfRegistration } from '../../config/fields/queries.ts';
import { validatorAddress } from '../../config/forms/rules.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import {
  activities,
  branches,
  customerBranches,
  customerClassifications,
  customerContacts,
  customerEmails,
  customers,
  leadSources,
  priceTables,
  tickets,
} from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { banks, citiesOf } from '../../places.ts';
import { findableBy } from '../../session/personalData.ts';
import { branchScope, customerScope, ticketScope } from '../../session/scope.ts';
import { command } from '../../writing/command.ts';
import { type CustomerRow, phoneOwners, visibleCustomer } from '../customers/queries.ts';
import { changeTicket, lockTicket } from '../tickets/commands.ts';
import { mayBeCompleted, mayRegister, refuseForeign } from './queries.ts';
import { doneMessage, lockCustomer, preRegister, register } from './register.ts';
import { requestTransfer } from './requestTransfer.ts';
import {
  areaOf,
  type PublishedStep,
  publishedSteps,
  registrationContext,
  validateRegistration,
} from './validateRegistration.ts';
import { writeCustomer } from './writeCustomer.ts';

/** The steps with their forms; the extra fields come last, if there are any. */
async function registrationForms(
  { query }: Input<typeof registrationRoutes.forms>,
  ctx: Context,
): Promise<RegistrationForms> {
  const area = areaOf(ctx.area);
  const [steps, contexto, inicial, extra] = await Promise.all([
    publishedSteps(ctx.db, area),
    registrationContext(ctx.db, ctx, area, { tipo: query.tipo, simulacao: query.simulacao ?? false }),
    firstValues(ctx),
    extraStep(ctx, query.tipo === 'PF' ? 'CPF' : 'CNPJ'),
  ]);
  const etapas = await Promise.all(steps.map((step) => asForm(ctx, step, inicial[step.etapa] ?? {})));
  return { etapas: [...etapas, ...extra], contexto: { ...contexto } };
}

type FormStep = RegistrationForms['etapas'][number];

const asForm = async (
  { db }: Context,
  { etapa, titulo, descricao = '', schema, ui, versao }: PublishedStep,
  inicial: Record<string, unknown>,
): Promise<FormStep> => ({
  etapa,
  titulo,
  descricao,
  formulario: { schema, ui, validador: await validatorAddress(db, schema) },
  inicial,
  versao,
});

/** For a person with a single branch, that branch is preselected. */
async function firstValues({ db, user }: Context): Promise<Partial<Record<string, Record<string, unknown>>>> {
  const own = await db.select({ id: branches.id }).from(branches).where(branchScope(user)).limit(2);
  return own.length === 1 ? { empresa: { filialId: String(own[0]?.id) } } : {};
}

async function extraStep({ db }: Context, kind: DocumentKind): Promise<FormStep[]> {
  const fields = await publishedDefinition<ExtraFieldsDefinition>(db, 'fields', 'cliente');
  const requested = fields?.content.campos.filter(({ arquivado }) => !arquivado) ?? [];
  if (!fields || requested.length === 0) return [];
  const form = fieldsForm(fields.content);
  const facts = factsFor(fields.content, customerFacts(kind));
  return [
    {
      etapa: 'campos-adicionais',
      titulo: 'Campos Adicionais',
      descricao: fields.content.descricao ?? '',
      formulario: { ...form, validador: await validatorAddress(db, form.schema), ...facts },
      inicial: Object.fromEntries(
        requested.flatMap(({ chave, padrao }) => (padrao === undefined ? [] : [[chave, padrao]])),
      ),
      versao: `cliente ${fields.version}`,
    },
  ];
}

type Found = Static<typeof DuplicateCustomer>;
const MAX_MATCHES = 10;

/**
 * Customers in the person's scope with the same document, phone or e-mail. A matching document blocks the registration; the
 * others only warn.
 */
async function duplicates(
  { body }: Input<typeof registrationRoutes.duplicates>,
  { db, user }: Context,
): Promise<Found[]> {
  const document = normalizeDocument(body.documento ?? '');
  const phones = (body.telefones ?? []).flatMap((text) =>
    isPhone(text) ? (parsePhoneSearch(text) ?? []) : [],
  );
  const emails = (body.emails ?? []).map(normalizeEmail).filter(isEmail);
  if (!document && phones.length === 0 && emails.length === 0) return [];
  const withEmail = db
    .select({ id: customerEmails.customerId })
    .from(customerEmails)
    .where(inArray(customerEmails.email, emails));
  const byPhone =
    phones.length > 0 &&
    (findableBy(user, 'TELEFONE', customers.phone) ??
      or(...phones.map((phone) => sql`${customers.id} = any(array(${phoneOwners(phone)}))`)));
  const byEmail =
    emails.length > 0 &&
    (findableBy(user, 'EMAIL', customers.email) ??
      or(inArray(customers.email, emails), inArray(customers.id, withEmail)));
  const byDocument =
    document !== '' &&
    and(eq(customers.document, document), findableBy(user, 'DOCUMENTO', customers.document));
  const search = async (motivo: Found['motivo'], where: typeof byPhone) =>
    where
      ? (
          await db
            .select()
            .from(customers)
            .where(and(customerScope(user), where, body.menos ? ne(customers.id, body.menos) : undefined))
            .orderBy(customers.id)
            .limit(MAX_MATCHES)
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
  // Each customer once, with the strongest reason.
  return found
    .filter(({ id }, index) => found.findIndex((one) => one.id === id) === index)
    .slice(0, MAX_MATCHES);
}

export const registrationImplementation = implement(registrationRoutes, {
  forms: registrationForms,
  mayRegister,
  lookUpDocument: mayRegister,
  taxAuthority: async ({ params }, ctx) => {
    const cnpj = normalizeDocument(params.cnpj);
    if (!isCnpj(cnpj)) throw invalid({ cnpj: 'CNPJ inválido' });
    // If there is no name, the console shows 'Cadastro não encontrado.' (document 000 section 8).
    return { ...((await findCompany(ctx, cnpj)) ?? { razao_social: '' }) };
  },
  simulation: ({ query }, ctx) => simulationData(query.idCli, ctx),
  simulationCallcenter: ({ params }, ctx) => simulationData(params.idCli, ctx),
  duplicates,
  register,
  preRegister,
  registerFromTicket: command(registrationRoutes.registerFromTicket, {
    prepare: refuseAnother,
    work: registerFromTicket,
  }),
  requestTransfer,
});

type FromTicket = typeof registrationRoutes.registerFromTicket;

/** Everyone who works on a ticket may complete its customer, whom others may serve; about any other document they may not ask. */
async function refuseAnother(ctx: Context, { params, body }: Input<FromTicket>): Promise<void> {
  const [own] = await ctx.db
    .select({ document: customers.document })
    .from(tickets)
    .innerJoin(customers, eq(customers.id, tickets.customerId))
    .where(and(eq(tickets.id, params.idTicket), ticketScope(ctx.user)));
  // A ticket that the person may not see is refused as unknown, whatever the document.
  if (own && own.document !== normalizeDocument(body.documento))
    await refuseForeign(ctx, body.documento, 'documento');
}

/** Completes the registration of a ticket's customer who has been a consumer or first contact so far. */
async function registerFromTicket(tx: Tx, ctx: Context, { params, body }: Input<FromTicket>) {
  const ticket = await lockTicket(tx, ctx.user, params.idTicket, { versao: body.versao });
  // The ticket is within the person's scope, and everyone who works on it may complete its customer.
  const before = await lockCustomer(tx, ticket.customerId);
  if (!mayBeCompleted(before))
    throw refused('CADASTRO_COMPLETO', 'O cliente deste ticket já tem o cadastro completo.');
  const validated = await validateRegistration(tx, ctx, 'SAC', body, before.extraFields);
  const row = await writeCustomer(tx, ctx, validated, before);
  await changeTicket(tx, ctx, ticket, {
    event: { type: 'CADASTRO', note: `Cadastro de ${row.legalName} completado.`, internal: true },
    audit: { action: 'CADASTRAR_CLIENTE', after: { cliente: row.id } },
  });
  return { data: { id: row.id, message: doneMessage(validated) } };
}

/** The known data of a first contact or simulation in the wizard's format; `null` for a fully registered customer. */
async function simulationData(id: number, ctx: Context) {
  const row = await visibleCustomer(ctx.db, ctx.user, id);
  if (!row) throw notFound();
  return { dados: { originalData: mayBeCompleted(row) ? await asRegistration(row, ctx) : null } };
}

async function asRegistration(row: CustomerRow, { db }: Context): Promise<Record<string, unknown>> {
  const { empresa, contatos, ...rest } = row.registration as Record<string, Record<string, unknown>>;
  const fields = await fieldsOfRegistration(db);
  const added = registrationParts(fields, row.extraFields);
  const { enderecoCobranca, enderecoEntrega, ...enderecos } = added.enderecos ?? {};
  const others = Object.entries(row.extraFields).filter(
    ([key]) => !fields.some(({ chave }) => chave === key),
  );
  const [contact] = await db.select().from(customerContacts).where(eq(customerContacts.customerId, row.id));
  const emails = await db.select().from(customerEmails).where(eq(customerEmails.customerId, row.id));
  const [branch] = await db.select().from(customerBranches).where(eq(customerBranches.customerId, row.id));
  const emailFor = (use: string) => emails.find(({ description }) => description === use)?.email;
  const exempt = row.stateRegistration === 'ISENTO';
  return withoutBlanks({
    idCli: row.id,
    documento: isMissingDocument(row.document) ? '' : row.document,
    empresa: {
      ...empresa,
      ...added.empresa,
      razaoSocial: row.legalName,
      nomeFantasia: row.document.length === 14 ? row.tradeName : '',
      dataNascimento: row.birthDate,
      inscricao: exempt ? '' : row.stateRegistration,
      filialId: text(branch?.branchId),
      atividade: text(row.activityId),
      comoConheceu: text(row.leadSourceId),
      tabelaPreco: text(row.priceTableId),
    },
    contatos: {
      nomeContato: contact?.name,
      ...contatos,
      ...added.contatos,
      telefone1: row.phone,
      email: row.email,
      emailNFe: emailFor('NF-e'),
      emailBoleto: emailFor('Boleto'),
    },
    enderecoCobranca: { ...row.address, ...(enderecoCobranca as object) },
    enderecoEntrega: { ...row.deliveryAddress, ...(enderecoEntrega as object) },
    ...rest,
    enderecos,
    camposAdicionais: Object.fromEntries(others),
  });
}

const text = (id: number | null | undefined) => (id ? String(id) : '');

/**
 * Removes unknown values. Also leaves out `simulacao` and `anexos`: a completed simulation is no longer one, and its files
 * are attached again.
 */
function withoutBlanks(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      if (one === '' || one === null || one === undefined || key === 'simulacao' || key === 'anexos')
        return [];
      const isPart = typeof one === 'object' && !Array.isArray(one);
      return [[key, isPart ? withoutBlanks(one as Record<string, unknown>) : one]];
    }),
  );
}

export const registrationLookupImplementation = implement(registrationLookupRoutes, {
  postalCode: async ({ params }, ctx) =>
    (await findAddress(ctx, normalizePostalCode(params.cep))) ?? { erro: true },
  states: async () => states.map(({ value, label }) => ({ uf: value, nome: label })),
  cities: async ({ params }) => {
    const cities = citiesOf(params.uf);
    if (!cities) throw notFound();
    return cities.map(({ ibge, cidade }) => ({ ibge, cidade }));
  },
  banks: bankOptions,
  banksCallcenter: bankOptions,
  priceTables: options(priceTables),
  priceTablesCallcenter: options(priceTables),
  leadSources: options(leadSources),
  leadSourcesCallcenter: options(leadSources),
  classifications: options(customerClassifications),
  classificationsCallcenter: options(customerClassifications),
  activities: options(activities),
  activitiesCallcenter: options(activities),
});

async function bankOptions() {
  return banks().map((bank) => ({ ...bank }));
}

type Listed = typeof activities | typeof leadSources | typeof priceTables | typeof customerClassifications;

/** The active entries of a list, ordered by name. */
function options(given: Listed) {
  // These tables share one shape under different names.
  const table = given as typeof activities;
  return (_: unknown, { db }: Context) =>
    db
      .select({ id: table.id, desc: table.name })
      .from(table)
      .where(eq(table.active, true))
      .orderBy(sql`${table.name} collate pt_br`);
}
