import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { personType } from '#contract/catalogs/personType.ts';
import type { HolderKind, HolderRecord } from '#contract/config/people/privacy.ts';
import { hiddenCpf, isCpf, isMissingDocument, normalizeDocument } from '#contract/rules/documents.ts';
import { parsePhoneSearch } from '#contract/rules/phone.ts';
import type { Executor } from '../../db/client.ts';
import { containing, hasPhone } from '../../db/conditions.ts';
import { customerContacts, customerEmails, customers, people } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';

/** All records of one person, matched by CPF. A contact without a CPF stands alone. */
export interface Holder {
  name: string;
  /** '' if the person has none in the console or was erased. */
  cpf: string;
  personIds: number[];
  customerIds: number[];
  contactIds: number[];
  /** In lowercase; messages to any of these addresses were sent to this person. */
  emails: string[];
  /** Whether the person works here. Such an account keeps naming the author of past actions and is deactivated in Pessoas. */
  staff: boolean;
  records: HolderRecord[];
}

/** The person behind one record, with all their other records. 404 for an unknown record, 422 for a company. */
export async function holderOf(db: Executor, kind: HolderKind, id: number): Promise<Holder> {
  const [requested] = await records(db, { [kind]: eq(SOURCES[kind].id, id) });
  if (!requested) throw notFound();
  if (kind === 'CLIENTE' && requested.document.length > CPF_LENGTH)
    throw refused(
      'NAO_E_TITULAR',
      'Este cliente é uma empresa (CNPJ), e dados de empresa não são pessoais. Procure os contatos dela.',
    );
  const found = isCpf(requested.document) ? await records(db, withDocument(requested.document)) : [requested];
  const ids = (of: HolderKind) => found.filter((one) => one.kind === of).map((one) => one.id);
  const customerIds = ids('CLIENTE');
  const more = await db
    .select({ email: customerEmails.email })
    .from(customerEmails)
    .where(inArray(customerEmails.customerId, customerIds));
  const emails = [...found, ...more].map(({ email }) => email.trim().toLowerCase()).filter(Boolean);
  return {
    name: requested.name,
    cpf: isCpf(requested.document) ? requested.document : '',
    personIds: ids('PESSOA'),
    customerIds,
    contactIds: ids('CONTATO'),
    emails: [...new Set(emails)],
    staff: found.some(({ kind: of, about }) => of === 'PESSOA' && about !== 'CONSUMIDOR_FINAL'),
    records: found.map(shown),
  };
}

const CPF_LENGTH = 11;
const MAX_RESULTS = 30;

/** Finds records of people by CPF, e-mail, phone or part of the name; companies are excluded. */
export async function searchHolders(db: Executor, term: string): Promise<HolderRecord[]> {
  const document = normalizeDocument(term);
  const phone = parsePhoneSearch(term);
  if (isCpf(document)) return (await records(db, withDocument(document))).map(shown);
  const found = await records(
    db,
    term.includes('@')
      ? each(({ email }) => sql`lower(${email}) = ${term.trim().toLowerCase()}`)
      : phone
        ? each(({ phones }) => or(...phones.map((column) => hasPhone(column, phone))))
        : each(({ folded }) => sql`${folded} like fold_text(${containing(term.trim())})`),
  );
  return found.map(shown);
}

interface Found {
  kind: HolderKind;
  id: number;
  name: string;
  document: string;
  email: string;
  /** The type of an account, or the customer's name for a contact. */
  about: string;
}

/** The tables with people. The rows that service keys and rules act as are not real people. */
const SOURCES = {
  PESSOA: {
    from: people,
    id: people.id,
    name: people.name,
    document: people.cpf,
    email: people.email,
    phones: [people.phone],
    folded: sql`fold_text(${people.name})`,
    about: sql`${people.type}`,
    only: sql`${people.cpf} not like '%:%'`,
  },
  CLIENTE: {
    from: customers,
    id: customers.id,
    name: customers.legalName,
    document: customers.document,
    email: customers.email,
    phones: [customers.phone],
    folded: customers.foldedNames,
    about: sql`''`,
    only: undefined,
  },
  CONTATO: {
    from: customerContacts,
    id: customerContacts.id,
    name: customerContacts.name,
    document: customerContacts.document,
    email: customerContacts.email,
    phones: [customerContacts.phone, customerContacts.mobile],
    folded: sql`fold_text(${customerContacts.name})`,
    about: sql`(select ${customers.tradeName} from ${customers} where ${customers.id} = ${customerContacts.customerId})`,
    only: undefined,
  },
} as const;

type Wanted = Partial<Record<HolderKind, SQL | undefined>>;
const KINDS = Object.keys(SOURCES) as HolderKind[];

const each = (condition: (source: (typeof SOURCES)[HolderKind]) => SQL | undefined): Wanted => ({
  PESSOA: condition(SOURCES.PESSOA),
  CLIENTE: and(condition(SOURCES.CLIENTE), sql`length(${customers.document}) <= ${CPF_LENGTH}`),
  CONTATO: condition(SOURCES.CONTATO),
});

const withDocument = (document: string): Wanted => ({
  PESSOA: eq(people.cpf, document),
  CLIENTE: eq(customers.document, document),
  CONTATO: eq(customerContacts.document, document),
});

async function records(db: Executor, wanted: Wanted): Promise<Found[]> {
  const found: Found[] = [];
  for (const kind of KINDS.filter((one) => wanted[one])) {
    const { from, id, name, document, email, about, only } = SOURCES[kind];
    const rows = await db
      .select({ id, name, document, email, about: sql<string>`${about}` })
      .from(from)
      .where(and(wanted[kind], only))
      .orderBy(name, id)
      .limit(MAX_RESULTS);
    found.push(...rows.map((row) => ({ kind, ...row })));
  }
  return found;
}

const shown = ({ kind, id, name, document, about }: Found): HolderRecord => ({
  tipo: kind,
  id,
  nome: name,
  documento: isMissingDocument(document) ? '' : hiddenCpf(document),
  descricao: ABOUT[kind](about),
});

const ABOUT: Readonly<Record<HolderKind, (about: string) => string>> = {
  PESSOA: (type) => `Conta: ${personType.find(({ value }) => value === type)?.label ?? type}`,
  CLIENTE: () => 'Cliente',
  CONTATO: (customer) => `Contato de ${customer}`,
};
