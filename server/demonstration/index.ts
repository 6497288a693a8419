import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, inArray, isNotNull, ne, notLike, or, sql } from 'drizzle-orm';
import { type Demonstration, demonstrationRoutes } from '#contract/config/firstSteps.ts';
import type { Input } from '#contract/route.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatCount } from '#contract/rules/format.ts';
import {
  checkedAdministrator,
  createAdministrator,
  DEMO_CPFS,
  DEMO_PASSWORD,
} from '../config/installation.ts';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { Context } from '../context.ts';
import type { Executor, Tx } from '../db/client.ts';
import { eraseLogo } from '../db/seed/demo/logo.ts';
import {
  agendas,
  bulkJobs,
  customers,
  installation,
  invoices,
  nfeImports,
  orders,
  outboxEmails,
  paymentCharges,
  paymentLinks,
  people,
  products,
  recordImports,
  records,
  serviceKeys,
  tickets,
  webhooks,
} from '../db/tables/index.ts';
import { invalid, notFound, refused } from '../errors.ts';
import { isLocked } from '../failures.ts';
import { implement } from '../implement.ts';
import { isTrial, mayRehearse } from '../installationState.ts';
import { COUNT_CAP } from '../paging/paging.ts';
import { acceptedHash, passwordMatches } from '../session/account/passwords.ts';
import type { Settings } from '../settings/settings.ts';
import { sweepOrphanFiles } from '../storedFiles.ts';
import { audit } from '../writing/audit.ts';
import { command } from '../writing/command.ts';
import { emptyCompany } from './emptyCompany.ts';

/** Lets a company that tried the console with the demonstration start with its own data (docs/adr/0018). */
export const demonstrationImplementation = implement(demonstrationRoutes, {
  async get(_, ctx) {
    await requireRemovable(ctx.db);
    const { nomeEmpresa } = await serviceParameters(ctx.db);
    const data: Demonstration = {
      empresa: nomeEmpresa,
      contaNova: await isDemoAccount(ctx),
      sai: await countRemoved(ctx.db, ctx.user.id),
      impede: await obstacles(ctx.db, ctx.settings),
    };
    return { data };
  },
  rehearse: command(demonstrationRoutes.rehearse, rehearse),
  clear: command(
    demonstrationRoutes.clear,
    {
      prepare: newAccount,
      // Without the password: what is stored of a command must not help anyone guess it.
      request: ({ body }) => ({ empresa: body.empresa, cpf: body.administrador?.cpf ?? '' }),
      work: (tx, ctx, { body }, account) => removeInOne(tx, ctx, body.empresa, account).catch(refuseLocked),
    },
    async (answer, ctx) => {
      await tidyUp(ctx);
      return answer;
    },
  ),
});

type Account = ReturnType<typeof checkedAdministrator> & { passwordHash: string };

async function removeInOne(tx: Tx, ctx: Context, typed: string, account: Account | null) {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local lock_timeout = '15s'`);
  await lockWork(tx);
  await requireRemovable(tx);
  const { nomeEmpresa } = await serviceParameters(tx);
  if (typed.trim().toLowerCase() !== nomeEmpresa.trim().toLowerCase())
    throw invalid({ empresa: `Digite o nome da empresa como está: ${nomeEmpresa}.` });
  const [obstacle] = await obstacles(tx, ctx.settings);
  if (obstacle) throw refused('DEMONSTRACAO_EM_USO', obstacle);
  const removedCounts = Object.fromEntries(
    (await countRemoved(tx, ctx.user.id)).map(({ muitos, quantidade }) => [muitos, quantidade]),
  );
  if (account) await requireNewCpf(tx, account.cpf);
  const personId = account ? await createAdministrator(tx, ctx, account) : ctx.user.id;
  await emptyCompany(tx, { personId, isNew: account !== null, idempotencyKey: ctx.idempotencyKey });
  await audit(tx, ctx, {
    action: 'REMOVER_DEMONSTRACAO',
    entity: 'installation',
    entityId: 1,
    // The person may no longer have an account, so the log records who it was.
    after: { quem: `${ctx.user.name}, CPF ${formatDocument(ctx.user.cpf)}`, ...removedCounts },
  });
  return {
    data: {
      message: account
        ? 'Demonstração removida. Entre com a sua conta.'
        : 'Demonstração removida. A sua conta e o que foi configurado ficaram.',
      entrar: account !== null,
    },
  };
}

/** A company of its own, not one to try things in, is never removed. */
async function requireRemovable(db: Executor): Promise<void> {
  if (!(await isTrial(db))) throw notFound();
}

async function rehearse(tx: Tx, ctx: Context) {
  if (ctx.user.type !== 'ADMIN') throw refused('SO_ADMINISTRADOR', 'Só um administrador começa um ensaio.');
  await tx.insert(installation).values({ id: 1 }).onConflictDoNothing();
  await tx.select({ id: installation.id }).from(installation).for('update');
  if (await isTrial(tx)) throw refused('ENSAIO_COMECADO', 'O ensaio já começou.');
  if (!(await mayRehearse(tx)))
    throw refused(
      'EMPRESA_EM_USO',
      'Já há clientes, produtos, notas, pedidos ou tickets aqui, e eles sairiam com o ensaio. Ensaie em outro banco de dados.',
    );
  await tx.update(installation).set({ facts: sql`${installation.facts} || '{"ensaio": true}'::jsonb` });
  await audit(tx, ctx, {
    action: 'COMECAR_ENSAIO',
    entity: 'installation',
    entityId: 1,
    after: { ensaio: true },
  });
  return { data: { message: 'Ensaio começado. Arquivos de homologação são aceitos e ficam marcados.' } };
}

/** Whether the user signs in with publicly known credentials; such an account must not become one of the company's own. */
async function isDemoAccount({ db, user }: Pick<Context, 'db' | 'user'>): Promise<boolean> {
  if (DEMO_CPFS.some((cpf) => cpf === user.cpf)) return true;
  const [own] = await db.select({ hash: people.passwordHash }).from(people).where(eq(people.id, user.id));
  return passwordMatches(DEMO_PASSWORD, own?.hash ?? null);
}

async function newAccount(
  ctx: Context,
  { body: { administrador } }: Input<typeof demonstrationRoutes.clear>,
): Promise<Account | null> {
  if (ctx.user.type !== 'ADMIN')
    throw refused('SO_ADMINISTRADOR', 'Só um administrador remove a demonstração.');
  if (!(await isDemoAccount(ctx))) return null;
  if (!administrador)
    throw refused(
      'CONTA_NOVA',
      'Esta conta é da demonstração e sai com ela. Informe a sua: CPF, nome, e-mail e senha.',
    );
  const person = checkedAdministrator(administrador, ctx.now());
  if (administrador.senha === DEMO_PASSWORD)
    throw invalid({ senha: 'Esta é a senha da demonstração, que todos conhecem. Escolha outra.' });
  return { ...person, passwordHash: await acceptedHash(ctx, administrador.senha) };
}

async function requireNewCpf(tx: Tx, cpf: string): Promise<void> {
  const holderCount = await tx.$count(people, sql`${people.cpf} = ${cpf}`);
  if (holderCount > 0)
    throw invalid({
      cpf: 'Já há uma conta com este CPF. Entre com ela para remover a demonstração, ou informe outro.',
    });
}

const GOES = [
  [customers, 'cliente', 'clientes'],
  [products, 'produto', 'produtos'],
  [invoices, 'nota', 'notas'],
  [tickets, 'ticket', 'tickets'],
  [orders, 'orçamento ou pedido', 'orçamentos e pedidos'],
  [agendas, 'agenda', 'agendas'],
  [records, 'registro de cadastro próprio', 'registros de cadastros próprios'],
  [serviceKeys, 'chave de integração', 'chaves de integração'],
  [webhooks, 'webhook', 'webhooks'],
] as const;

/** Counts up to a limit, since a demonstration may be large. */
async function countRemoved(db: Executor, ownId: number): Promise<Demonstration['sai']> {
  const counted = [
    ...GOES.map(([table, um, muitos]) => ({ from: sql`${table}`, um, muitos })),
    {
      from: sql`${people} where ${ne(people.id, ownId)}`,
      um: 'conta de pessoa',
      muitos: 'contas de pessoas',
    },
    {
      from: sql`${outboxEmails} where ${isNotNull(outboxEmails.sentAt)}`,
      um: 'registro de e-mail que já saiu',
      muitos: 'registros de e-mails que já saíram',
    },
  ];
  const parts = counted.map(
    ({ from }) => sql`(select count(*)::int from (select 1 from ${from} limit ${COUNT_CAP}) c)`,
  );
  const { rows } = await db.execute<{ counts: number[] }>(
    sql`select array[${sql.join(parts, sql`, `)}] as counts`,
  );
  return counted
    .map(({ um, muitos }, index) => ({ um, muitos, quantidade: rows[0]?.counts[index] ?? 0 }))
    .filter(({ quantidade }) => quantidade > 0);
}

/** Runs after the transaction; if this process ends before it is done, the hourly sweep finishes the work. */
async function tidyUp(ctx: Context): Promise<void> {
  try {
    await sweepOrphanFiles(ctx);
    await eraseLogo(ctx.settings.dataDir);
    await eraseDrawings(path.join(ctx.settings.dataDir, 'imagens', 'produtos'));
  } catch (err) {
    ctx.log.warn({ err }, 'files of the demonstration are left for the hourly sweep');
  }
}

function refuseLocked(error: unknown): never {
  throw isLocked(error)
    ? refused(
        'BANCO_OCUPADO',
        'Alguém está gravando neste momento. Nada foi removido: tente de novo em um minuto.',
      )
    : error;
}

/** Deletes the pictures that the demonstration drew (db/seed/demo/photos.ts); those the company added stay. */
async function eraseDrawings(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => /^demo-\d+-\d+\.svg$/.test(each)))
    await rm(path.join(folder, name), { force: true });
}

/** Pattern of the payment references that the test gateway issues (adapters/payment/chargeCard.ts). */
const TEST_PAYMENTS = 'teste-%';
const RUNNING = ['NA_FILA', 'EXECUTANDO'] as const;

/** Locks out work that writes in the background, which would otherwise refill what was emptied. */
const lockWork = (tx: Executor) =>
  tx.execute(
    sql`lock table ${bulkJobs}, ${recordImports}, ${nfeImports}, ${paymentCharges} in exclusive mode`,
  );

/** The reasons why the demonstration cannot be removed now, as sentences. */
async function obstacles(db: Executor, settings: Pick<Settings, 'paymentUrl'>): Promise<string[]> {
  const jobs = await db.$count(bulkJobs, inArray(bulkJobs.status, [...RUNNING]));
  const records = await db.$count(recordImports, inArray(recordImports.status, [...RUNNING]));
  const notes = await db.$count(nfeImports, inArray(nfeImports.status, [...RUNNING]));
  const payments = await realPayments(db, settings);
  return [
    ...(jobs > 0
      ? [`${formatCount(jobs, 'lote está', 'lotes estão')} em andamento. Espere terminar, ou pare.`]
      : []),
    ...(records + notes > 0
      ? [
          `${formatCount(records + notes, 'importação está', 'importações estão')} em andamento. Espere terminar, ou pare.`,
        ]
      : []),
    ...(payments > 0
      ? [
          `${formatCount(payments, 'cobrança foi feita', 'cobranças foram feitas')} no provedor de pagamentos, com dinheiro de verdade. O registro delas não pode sumir: comece a sua empresa em outro banco de dados.`,
        ]
      : []),
  ];
}

/** Counts charges made at a provider, or requested from it and not answered yet. */
async function realPayments(db: Executor, { paymentUrl }: Pick<Settings, 'paymentUrl'>): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(paymentCharges)
    .innerJoin(paymentLinks, eq(paymentLinks.id, paymentCharges.linkId))
    .where(
      or(
        paymentUrl ? eq(paymentCharges.status, 'PEDIDA') : undefined,
        and(
          eq(paymentCharges.status, 'PAGA'),
          ne(paymentLinks.providerReference, ''),
          notLike(paymentLinks.providerReference, TEST_PAYMENTS),
        ),
      ),
    );
  return row?.count ?? 0;
}
