import { asc, eq, inArray } from 'drizzle-orm';
import { authorityOf, fingerprintOf } from '#server/adapters/nfe/chain/authority.ts';
import {
  type Authorities,
  bySubject,
  judgeChain,
  type Period,
} from '#server/adapters/nfe/chain/judgeChain.ts';
import type { ReadEvent, ReadNote } from '#server/adapters/nfe/readNfeFile.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { nfeAuthorities, nfeSigners } from '#server/db/tables/index.ts';

export async function loadAuthorities(db: Executor): Promise<Authorities> {
  const rows = await db
    .select({ certificate: nfeAuthorities.certificate })
    .from(nfeAuthorities)
    .orderBy(asc(nfeAuthorities.id));
  return bySubject(rows.map(({ certificate }) => authorityOf(certificate)));
}

type Read = Pick<ReadNote | ReadEvent, 'signer'>;

/** The ids of the files' signers by the fingerprint of their certificates; new ones are judged at once. */
export async function signersOf(tx: Tx, reads: readonly Read[]): Promise<Map<string, number>> {
  const given = new Map(reads.map(({ signer }) => [fingerprintOf(signer.certificate), signer.certificate]));
  const signerIds = await idsOf(tx, [...given.keys()]);
  const fresh = [...given]
    .filter(([fingerprint]) => !signerIds.has(fingerprint))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (fresh.length === 0) return signerIds;
  // Written before the authorities are read: whoever changes them waits for this transaction, and then finds these rows.
  const insertedRows = await tx
    .insert(nfeSigners)
    .values(fresh.map(([fingerprint, certificate]) => ({ fingerprint, certificate })))
    .onConflictDoNothing({ target: nfeSigners.fingerprint })
    .returning({ id: nfeSigners.id, certificate: nfeSigners.certificate });
  await writeVerdicts(tx, insertedRows, await loadAuthorities(tx));
  return idsOf(tx, [...given.keys()]);
}

async function idsOf(tx: Tx, fingerprints: readonly string[]): Promise<Map<string, number>> {
  if (fingerprints.length === 0) return new Map();
  const rows = await tx
    .select({ id: nfeSigners.id, fingerprint: nfeSigners.fingerprint })
    .from(nfeSigners)
    .where(inArray(nfeSigners.fingerprint, [...fingerprints]));
  return new Map(rows.map(({ id, fingerprint }) => [fingerprint, id]));
}

export async function writeVerdicts(
  tx: Tx,
  signers: readonly { id: number; certificate: Buffer }[],
  authorities: Authorities,
): Promise<void> {
  for (const { id, certificate } of signers) {
    const { periods, problem } = judgeChain(certificate, authorities);
    await tx
      .update(nfeSigners)
      .set({ trusted: multirange(periods), problem, judged: true })
      .where(eq(nfeSigners.id, id));
  }
}

const multirange = (periods: readonly Period[]): string =>
  `{${periods.map(([from, to]) => `["${from.toISOString()}","${to.toISOString()}"]`).join(',')}}`;
