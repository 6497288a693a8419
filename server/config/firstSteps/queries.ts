import { type SQL, sql } from 'drizzle-orm';
import { personType } from '#contract/catalogs/personType.ts';
import {
  FIRST_STEPS,
  type FirstStep,
  type FirstStepKey,
  type FirstSteps,
} from '#contract/config/firstSteps.ts';
import { allows } from '#contract/permissions.ts';
import { pluralOf } from '#contract/rules/portugueseNouns.ts';
import type { Context, Reading } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  branches,
  customers,
  installation,
  invoices,
  nfeAuthorities,
  outboxEmails,
  paymentMethods,
  paymentPlans,
  people,
  priceTables,
  productPrices,
  products,
  tickets,
  ticketTypes,
} from '../../db/tables/index.ts';
import { isDemonstration, isTrial, mayRehearse } from '../../installationState.ts';
import { COUNT_CAP } from '../../paging/paging.ts';
import { serviceParameters } from '../parameters/queries.ts';
import { readServiceParameters } from '../parameters/rules.ts';

export const isShipped = (key: FirstStepKey): boolean => 'shipped' in FIRST_STEPS[key];

/** Facts about the steps that people state for the whole company, each a list of keys. */
export type Fact = 'passosPulados' | 'passosConferidos';

export async function stated(db: Executor): Promise<Record<Fact, ReadonlySet<string>>> {
  const [row] = await db.select({ facts: installation.facts }).from(installation);
  const keysOf = (keys: unknown) => new Set(Array.isArray(keys) ? keys.map(String) : []);
  return {
    passosPulados: keysOf(row?.facts.passosPulados),
    passosConferidos: keysOf(row?.facts.passosConferidos),
  };
}

export async function shownSteps(ctx: Reading<'user' | 'settings' | 'db'>): Promise<FirstSteps> {
  const { passosPulados, passosConferidos } = await stated(ctx.db);
  const demonstracao = await isDemonstration(ctx.db);
  const passos = [...(await countedSteps(ctx))].map(([chave, step]) => ({
    chave,
    essencial: FIRST_STEPS[chave].essential,
    pulado: passosPulados.has(chave),
    conferivel: isShipped(chave) && step.feito && !demonstracao,
    contagem: step.contagem,
    feito: step.feito && (!isShipped(chave) || demonstracao || passosConferidos.has(chave)),
  }));
  return {
    passos,
    faltam: passos.filter(({ essencial, feito, pulado }) => essencial && !feito && !pulado).length,
    demonstracao,
    ensaio: (await isTrial(ctx.db)) ? 'RODANDO' : (await mayRehearse(ctx.db)) ? 'PODE' : 'NAO',
    smtp: ctx.settings.smtp !== undefined,
  };
}

/** What the home page says of the steps: how many are missing, and whether there is nothing else to see yet. */
export async function missingSteps(ctx: Reading<'user' | 'settings' | 'db'>) {
  const { faltam, demonstracao } = await shownSteps(ctx);
  if (faltam === 0 || demonstracao) return { faltam: 0, vazia: false };
  const { rows } = await ctx.db.execute<{ some: boolean }>(
    sql`select exists (select from ${customers}) or exists (select from ${tickets}) as some`,
  );
  return { faltam, vazia: rows[0]?.some !== true };
}

type Counted = Pick<FirstStep, 'contagem' | 'feito'>;
type Reader = Pick<Context, 'db' | 'user' | 'settings'>;
type Noun = readonly [one: string, many: string];

/** Rows that the steps count, up to the number that is shown. */
const SOURCES = {
  branches: sql`${branches} where ${branches.active}`,
  customers: sql`${customers}`,
  invoices: sql`${invoices}`,
  products: sql`${products}`,
  priceTables: sql`${priceTables} where ${priceTables.active}`,
  prices: sql`${productPrices}`,
  paymentMethods: sql`${paymentMethods} where ${paymentMethods.active}`,
  paymentPlans: sql`${paymentPlans} where ${paymentPlans.active}`,
  ticketTypes: sql`${ticketTypes} where ${ticketTypes.active}`,
  authorities: sql`${nfeAuthorities} where ${nfeAuthorities.isRoot}`,
  unsent: sql`${outboxEmails} where ${outboxEmails.sentAt} is null`,
} satisfies Record<string, SQL>;
type Source = keyof typeof SOURCES;

/** The sources of each step, with the words for their rows. */
const READS: Partial<Record<FirstStepKey, readonly (readonly [Source, Noun])[]>> = {
  filiais: [['branches', ['filial', 'filiais']]],
  notas: [['invoices', ['nota', 'notas']]],
  clientes: [['customers', ['cliente', 'clientes']]],
  produtos: [['products', ['produto', 'produtos']]],
  precos: [
    ['priceTables', ['tabela de preço', 'tabelas de preço']],
    ['prices', ['preço por tabela', 'preços por tabela']],
  ],
  pagamento: [
    ['paymentMethods', ['cobrança', 'cobranças']],
    ['paymentPlans', ['plano de pagamento', 'planos de pagamento']],
  ],
  atendimento: [['ticketTypes', ['tipo de ticket', 'tipos de ticket']]],
  certificados: [['authorities', ['raiz', 'raízes']]],
  email: [['unsent', ['e-mail na caixa de saída', 'e-mails na caixa de saída']]],
};

/** The company's progress in the steps that the user may take, counted in one statement. */
async function countedSteps(ctx: Reader): Promise<ReadonlyMap<FirstStepKey, Counted>> {
  const keys = (Object.keys(FIRST_STEPS) as FirstStepKey[]).filter((key) =>
    allows(ctx.user.grants, FIRST_STEPS[key].permission),
  );
  const wanted = [...new Set(keys.flatMap((key) => (READS[key] ?? []).map(([source]) => source)))];
  const numbers = await counted(ctx, wanted, keys.includes('precos'));
  const steps = new Map<FirstStepKey, Counted>();
  for (const key of keys) {
    const contagem = (READS[key] ?? []).map(([source, [um, muitos]]) => ({
      um,
      muitos,
      quantidade: numbers[source] ?? 0,
    }));
    steps.set(key, { contagem, feito: contagem.every(({ quantidade }) => quantidade > 0) });
  }
  if (keys.includes('empresa')) steps.set('empresa', await companyStep(ctx));
  if (keys.includes('pessoas')) steps.set('pessoas', await peopleStep(ctx));
  const of = (key: FirstStepKey) => steps.get(key)?.contagem ?? [];
  // A product may have its own price without a price table.
  if (keys.includes('precos'))
    steps.set('precos', { contagem: of('precos'), feito: Boolean(numbers.prices || numbers.priced) });
  if (keys.includes('email'))
    steps.set('email', { contagem: of('email'), feito: ctx.settings.smtp !== undefined });
  return steps;
}

async function counted(
  { db }: Reader,
  sources: readonly Source[],
  priced: boolean,
): Promise<Partial<Record<Source | 'priced', number>>> {
  const parts = sources.map(
    (source) =>
      sql`(select count(*)::int from (select 1 from ${SOURCES[source]} limit ${COUNT_CAP}) c) as ${sql.identifier(source)}`,
  );
  if (priced)
    parts.push(sql`(exists (select from ${products} where ${products.price} > 0))::int as "priced"`);
  if (parts.length === 0) return {};
  const { rows } = await db.execute<Record<Source | 'priced', number>>(
    sql`select ${sql.join(parts, sql`, `)}`,
  );
  return rows[0] ?? {};
}

async function companyStep({ db }: Reader): Promise<Counted> {
  const { nomeEmpresa } = await serviceParameters(db);
  return { contagem: [], feito: nomeEmpresa !== readServiceParameters({}).nomeEmpresa };
}

/** People by type, in catalogue order; administrators alone do not complete the step. */
async function peopleStep({ db }: Reader): Promise<Counted> {
  const { rows } = await db.execute<{ type: string; total: number }>(
    sql`select type, count(*)::int as total from
      (select ${people.type} as type from ${people} where ${people.active} limit ${COUNT_CAP}) c group by type`,
  );
  const contagem = personType.flatMap(({ value, label }) => {
    const quantidade = rows.find(({ type }) => type === value)?.total ?? 0;
    return quantidade > 0 ? [{ ...nounOf(label), quantidade }] : [];
  });
  return { contagem, feito: rows.some(({ type }) => type !== 'ADMIN' && type !== 'CONSUMIDOR_FINAL') };
}

/** 'Consumidor final', 'consumidores finais': for use within a sentence. */
function nounOf(label: string): { um: string; muitos: string } {
  const um = label.toLowerCase();
  return { um, muitos: pluralOf(um) };
}
