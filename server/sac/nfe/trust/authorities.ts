import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { type Authority, authorityOf, NotAnAuthority } from '#server/adapters/nfe/chain/authority.ts';
import {
  type BundledCertificate,
  MAX_CERTIFICATES,
  readBundle,
} from '#server/adapters/nfe/chain/readBundle.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { nfeAuthorities, nfeSigners } from '#server/db/tables/index.ts';
import { notFound, Refusal, refused } from '#server/errors.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import { type AuditContext, auditMany } from '#server/writing/audit.ts';

interface AddedAuthorities {
  added: number;
  known: number;
  refused: { arquivo: string; motivo: string }[];
}

/** Adds those that may issue certificates; the others are named with the reason. Every signer is then to be judged again. */
export async function addAuthorities(
  tx: Tx,
  ctx: AuditContext,
  given: readonly BundledCertificate[],
): Promise<AddedAuthorities> {
  const refusals: AddedAuthorities['refused'] = [];
  const usable = new Map<string, Authority>();
  for (const { name, der } of given) {
    await turn();
    try {
      const authority = authorityOf(der);
      usable.set(authority.fingerprint, authority);
    } catch (error) {
      if (!(error instanceof NotAnAuthority)) throw error;
      refusals.push({ arquivo: name, motivo: error.message });
    }
  }
  await holdSigners(tx);
  if ((await tx.$count(nfeAuthorities)) + usable.size > MAX_CERTIFICATES)
    throw refused(
      'CERTIFICADOS_DEMAIS',
      `Cabem no máximo ${MAX_CERTIFICATES} certificados. Tire os que não usa.`,
    );
  const inserted = await insert(tx, ctx, [...usable.values()]);
  if (inserted > 0) await tx.update(nfeSigners).set({ judged: false });
  return { added: inserted, known: usable.size - inserted, refused: refusals };
}

async function insert(tx: Tx, ctx: AuditContext, authorities: readonly Authority[]): Promise<number> {
  if (authorities.length === 0) return 0;
  const insertedRows = await tx
    .insert(nfeAuthorities)
    .values(
      authorities.map(({ fingerprint, name, issuerName, isRoot, from, to, certificate }) => ({
        ...{ fingerprint, name, issuerName, isRoot },
        validFrom: from,
        validTo: to,
        certificate: certificate.raw,
        createdAt: ctx.now(),
      })),
    )
    .onConflictDoNothing({ target: nfeAuthorities.fingerprint })
    .returning();
  await auditMany(
    tx,
    ctx,
    insertedRows.map(({ id, name, fingerprint, isRoot }) => ({
      action: 'CRIAR',
      entity: 'nfe_authorities',
      entityId: id,
      after: { nome: name, raiz: isRoot, impressao: fingerprint },
    })),
  );
  return insertedRows.length;
}

/** What led to a root through it does so no longer, at once; the job finds what still has another way. */
export async function removeAuthority(tx: Tx, ctx: AuditContext, id: number): Promise<string> {
  await holdSigners(tx);
  const [gone] = await tx.delete(nfeAuthorities).where(eq(nfeAuthorities.id, id)).returning();
  if (!gone) throw notFound();
  await tx.update(nfeSigners).set({ judged: false, trusted: '{}' });
  await auditMany(tx, ctx, [
    {
      action: 'EXCLUIR',
      entity: 'nfe_authorities',
      entityId: id,
      before: { nome: gone.name, raiz: gone.isRoot, impressao: gone.fingerprint },
    },
  ]);
  return gone.name;
}

/**
 * Waits for transactions that are adding signers, and lets no other begin: each signer is either judged by the new authorities
 * or marked as not yet judged.
 */
const holdSigners = (tx: Tx) => tx.execute(sql`lock table ${nfeSigners} in share row exclusive mode`);

const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Adds the certificates of the file that NFE_CHAIN_FILE names; what is in already stays. Run at each start. */
export async function addConfiguredAuthorities({ db, settings, now, log }: WorkDeps): Promise<void> {
  const file = settings.nfeChainFile;
  if (!file) return;
  try {
    if ((await stat(file)).size > MAX_FILE_BYTES) throw new Error('the file is too large');
    const bundle = await readBundle(await readFile(file), path.basename(file));
    const author = { user: null, ip: '', requestId: 'NFE_CHAIN_FILE', now };
    const { added, refused: others } = await db.transaction((tx) => addAuthorities(tx, author, bundle));
    if (added > 0) log.info({ file, added, refused: others.length }, 'certificates of authorities added');
  } catch (err) {
    log.error(
      { err, file },
      `NFE_CHAIN_FILE: ${err instanceof Refusal ? err.message : 'o arquivo não pôde ser lido.'}`,
    );
  }
}

/** Those of the context's own uploads, read whole. */
export async function uploadedBundle(
  ctx: Context,
  uploads: readonly { name: string; storedAs: string; size: number }[],
) {
  const found: BundledCertificate[] = [];
  for (const { name, storedAs, size } of uploads) {
    if (size > MAX_FILE_BYTES) throw refused('ARQUIVO_GRANDE', `O arquivo "${name}" é grande demais.`);
    const parts: Buffer[] = [];
    for await (const part of await ctx.files.get(storedAs)) parts.push(part as Buffer);
    found.push(...(await readBundle(Buffer.concat(parts), name)));
  }
  return found;
}
