import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { privacyGroups } from '#contract/catalogs/privacy.ts';
import type { FileStore } from '../../adapters/files/fileStore.ts';
import type { Executor } from '../../db/client.ts';
import { files } from '../../db/tables/index.ts';
import { ownFieldRecords } from './held.ts';
import type { Holder } from './holder.ts';
import { HOLDINGS } from './holdings/tables.ts';

/** Limit per table; if there are more rows, the file says so. */
const MAX_ROWS = 20_000;

/** All data the console holds about a person, by group and kind of record, under Portuguese names. */
export async function dossierOf(db: Executor, holder: Holder, now: Date): Promise<Record<string, unknown>> {
  const parts: Record<string, Record<string, unknown>> = {};
  for (const { group, title, table, rows, disclosed } of HOLDINGS) {
    if (Object.keys(disclosed).length === 0) continue;
    const found = await db
      .select(disclosed as Selected)
      .from(table)
      .where(rows(holder))
      .limit(MAX_ROWS);
    if (found.length > 0) parts[group] = { ...parts[group], [title]: found };
  }
  const own = await ownFieldRecords(db, holder);
  if (own.length > 0)
    parts.PROPRIOS = {
      registros: own.map(({ data, definition }) => ({
        cadastro: definition.titulo.um,
        ...Object.fromEntries(definition.campos.map(({ chave, titulo }) => [titulo, data[chave] ?? null])),
      })),
    };
  return {
    titular: { nome: holder.name, cpf: holder.cpf, registros: holder.records },
    geradoEm: now.toISOString(),
    limitePorTipo: MAX_ROWS,
    grupos: Object.fromEntries(
      Object.entries(parts).map(([group, content]) => [
        privacyGroups[group as keyof typeof privacyGroups].titulo,
        content,
      ]),
    ),
  };
}

type Selected = Parameters<Executor['select']>[0] & object;

interface Sent {
  id: string;
  name: string;
  storedAs: string;
}

/** The person's files, from their registration and their tickets. */
export async function filesOf(db: Executor, holder: Holder): Promise<Sent[]> {
  const found: Sent[] = [];
  for (const { table, rows } of HOLDINGS)
    if (table === files)
      found.push(
        ...(await db
          .select({ id: files.id, name: files.name, storedAs: files.storedAs })
          .from(files)
          .where(rows(holder))
          .limit(MAX_ROWS)),
      );
  return found;
}

/** A ZIP of `dados.json` and the files, which are read one by one while it is sent. */
export function zipOf(dossier: unknown, sent: readonly Sent[], store: FileStore): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.addBuffer(Buffer.from(JSON.stringify(dossier, null, 2)), 'dados.json');
  for (const { id, name, storedAs } of sent)
    zip.addReadStreamLazy(`arquivos/${id}-${safeName(name)}`, (given) => {
      store.get(storedAs).then(
        (content) => given(null, content),
        (error: Error) => given(error, new PassThrough()),
      );
    });
  zip.on('error', (error) => out.destroy(error));
  zip.end();
  // The reader learns of a failure because the stream ends.
  void pipeline(zip.outputStream, out).catch(() => {});
  return out;
}

const safeName = (name: string) => name.replace(/[^\p{L}\p{N}._ -]/gu, '_').slice(0, 100);
