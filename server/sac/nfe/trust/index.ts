import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type NfeAuthority, type NfeTrust, nfeTrustRoutes } from '#contract/config/nfeTrust.ts';
import type { Input } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import { CHAIN_PROBLEMS, type ChainProblem } from '#contract/rules/nfe/noteTrust.ts';
import { type Authority, authorityOf } from '#server/adapters/nfe/chain/authority.ts';
import { bySubject } from '#server/adapters/nfe/chain/judgeChain.ts';
import type { Context } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { files, nfeAuthorities, nfeDocuments, nfeSigners } from '#server/db/tables/index.ts';
import { invalid } from '#server/errors.ts';
import { implement } from '#server/implement.ts';
import { COUNT_CAP, countOf } from '#server/paging/paging.ts';
import { removeUnlinkedFiles } from '#server/storedFiles.ts';
import { command } from '#server/writing/command.ts';
import { unprovenInvoicesGive } from '../../invoices/queries.ts';
import { addAuthorities, removeAuthority, uploadedBundle } from './authorities.ts';
import { isAnythingUnjudged, JUDGING } from './judgeAgain.ts';

export const nfeTrustImplementation = implement(nfeTrustRoutes, {
  get: async (_, ctx) => ({ data: await shown(ctx) }),
  add: command(nfeTrustRoutes.add, { prepare: ownUploads, work: add }, async (answer, ctx, { body }) => {
    await removeUnlinkedFiles(ctx, idsOf(body));
    return judged(answer, ctx);
  }),
  remove: command(nfeTrustRoutes.remove, remove, judged),
});

async function shown({ db }: Pick<Context, 'db'>): Promise<NfeTrust> {
  const rows = await db
    .select()
    .from(nfeAuthorities)
    .orderBy(desc(nfeAuthorities.isRoot), asc(nfeAuthorities.name));
  const reaching = leadingToRoots(rows.map(({ certificate }) => authorityOf(certificate)));
  const proven = sql`coalesce(${nfeSigners.trusted} @> ${nfeDocuments.signedAt}, false)`;
  const count = (condition: ReturnType<typeof sql>) =>
    countOf(
      db,
      db
        .select({ id: nfeDocuments.id })
        .from(nfeDocuments)
        .leftJoin(nfeSigners, eq(nfeSigners.id, nfeDocuments.signerId))
        .where(and(eq(nfeDocuments.eventType, ''), condition))
        .limit(COUNT_CAP),
    );
  return {
    certificados: rows.map(
      ({ id, name, issuerName, isRoot, validFrom, validTo, fingerprint }): NfeAuthority => ({
        id,
        nome: name,
        emissor: issuerName,
        raiz: isRoot,
        de: validFrom.toISOString(),
        ate: validTo.toISOString(),
        impressao: fingerprint,
        chegaARaiz: reaching.has(fingerprint),
      }),
    ),
    semCadeiaDaDireito: await unprovenInvoicesGive(db),
    conferidas: await count(sql`${proven}`),
    naoConferidas: await count(sql`not ${proven}`),
    motivos: await reasons(db),
    porJulgar: await isAnythingUnjudged(db),
  };
}

/** The fingerprints of those from which a way of issuers leads to a root. */
function leadingToRoots(authorities: readonly Authority[]): ReadonlySet<string> {
  const named = bySubject(authorities);
  const found = new Set(authorities.flatMap(({ isRoot, fingerprint }) => (isRoot ? [fingerprint] : [])));
  // Each round adds those whose issuer was found, so it ends after as many rounds as the longest way has links.
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { certificate, fingerprint } of authorities)
      if (
        (named.get(certificate.issuer) ?? []).some(
          (issuer) => found.has(issuer.fingerprint) && certificate.checkIssued(issuer.certificate),
        )
      )
        found.add(fingerprint);
  }
  return found;
}

async function reasons(db: Executor): Promise<NfeTrust['motivos']> {
  const rows = await db
    .select({ problem: nfeSigners.problem, assinantes: sql<number>`count(*)::int` })
    .from(nfeSigners)
    .where(and(eq(nfeSigners.judged, true), sql`${nfeSigners.problem} <> ''`))
    .groupBy(nfeSigners.problem)
    .orderBy(sql`count(*) desc`, asc(nfeSigners.problem));
  return rows.map(({ problem, assinantes }) => ({
    motivo: CHAIN_PROBLEMS[problem as ChainProblem],
    assinantes,
  }));
}

type Add = Input<typeof nfeTrustRoutes.add>;

const idsOf = ({ arquivos }: Add['body']) => arquivos.map(({ id }) => id);

async function ownUploads(ctx: Context, { body }: Add) {
  return ctx.db
    .select({ id: files.id, name: files.name, storedAs: files.storedAs, size: files.size })
    .from(files)
    .where(and(inArray(files.id, idsOf(body)), eq(files.ownerId, ctx.user.id), isNull(files.linkedAt)))
    .orderBy(asc(files.id));
}

async function add(tx: Tx, ctx: Context, { body }: Add, uploads: Awaited<ReturnType<typeof ownUploads>>) {
  if (uploads.length < new Set(idsOf(body)).size)
    throw invalid({ arquivos: 'Arquivo não encontrado. Envie-o de novo.' });
  const { added, known, refused } = await addAuthorities(tx, ctx, await uploadedBundle(ctx, uploads));
  return {
    data: {
      incluidos: added,
      jaEstavam: known,
      recusados: refused,
      message: messageOf(added, known, refused.length),
    },
  };
}

const messageOf = (added: number, known: number, refused: number): string =>
  [
    added > 0
      ? `${formatCount(added, 'certificado incluído', 'certificados incluídos')}. As notas guardadas estão sendo conferidas de novo.`
      : 'Nenhum certificado novo.',
    known > 0 && `${formatCount(known, 'já estava', 'já estavam')}.`,
    refused > 0 && `${formatCount(refused, 'não é de uma autoridade e ficou de fora', 'ficaram de fora')}.`,
  ]
    .filter(Boolean)
    .join(' ');

async function remove(tx: Tx, ctx: Context, { params }: Input<typeof nfeTrustRoutes.remove>) {
  const name = await removeAuthority(tx, ctx, params.id);
  return { data: { message: `${name} saiu. As notas guardadas estão sendo conferidas de novo.` } };
}

/** Begins to judge the signers by the authorities that there are now. */
async function judged<A>(answer: A, ctx: Context): Promise<A> {
  await ctx.queue?.send(JUDGING, {});
  return answer;
}
