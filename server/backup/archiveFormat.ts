import { type Static, Type } from '@sinclair/typebox';

/** Raised when an older release could no longer read what is written. */
export const FORMAT = 1;
/** The first entry: what the archive is of. */
export const HEADER = 'balcao.json';
/** The last entry: what must have come before it. An archive without it was cut off. */
export const MANIFEST = 'conferencia.json';
/** COPY of a table in parts, in their order: `tabelas/tickets/000001`. */
export const TABLES = 'tabelas';
/** Stored files by their random names. */
export const FILES = 'arquivos';
/** Pictures below DATA_DIR, which are no uploads. */
export const PICTURES = 'imagens';

const Count = Type.Integer({ minimum: 0 });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const ArchiveHeader = Type.Object({
  formato: Type.Integer(),
  /** Of the console that wrote it. */
  versao: Type.String(),
  /** The last migration that its tables have seen, as drizzle names it in time. */
  migracao: Type.Integer(),
  feitaEm: Type.String(),
  /** Knows an installation again without telling anything of it. */
  instalacao: Type.String(),
  /** The branch with the lowest number, for the person who reads it. */
  empresa: Type.String(),
  tabelas: Type.Array(Type.Object({ nome: Type.String(), colunas: Type.Array(Type.String()) })),
});
export type ArchiveHeader = Static<typeof ArchiveHeader>;

export const ArchiveManifest = Type.Object({
  tabelas: Type.Array(Type.Object({ nome: Type.String(), linhas: Count, bytes: Count, sha256: Hash })),
  /** Where each sequence stands, and whether that value was given out. */
  sequencias: Type.Record(Type.String(), Type.Tuple([Type.Integer(), Type.Boolean()])),
  arquivos: Count,
  /** Names of stored files that the store did not have, or had damaged, when the archive was made. */
  arquivosAusentes: Type.Array(Type.String()),
  imagens: Type.Array(Type.Object({ caminho: Type.String(), sha256: Hash })),
});
export type ArchiveManifest = Static<typeof ArchiveManifest>;

/** A sentence for whoever makes or restores a backup. */
export class BackupRefusal extends Error {}
