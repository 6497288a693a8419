import { sql } from 'drizzle-orm';
import { definitionRoutes } from '#contract/config/definitions.ts';
import type { GivenRights } from '#contract/records/routes/typeRights.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { definitions } from '../../db/tables/index.ts';
import { invalid, notFound, Refusal, refused } from '../../errors.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { noDraft } from './drafts.ts';
import { kindRules } from './kinds.ts';
import {
  allProblems,
  audited,
  type DefinitionName,
  type DefinitionRow,
  definitionRow,
  detail,
  isDefinition,
  lockDefinition,
  needsSecondPerson,
  versionRow,
} from './present.ts';
import { problemOf } from './problemOf.ts';
import { type Arriving, type Content, contentHash } from './rules.ts';
import { changes, type NewVersion, writeVersion } from './versions.ts';

/** Publishes the draft as the next version, effective from the next request on. */
export const publish = command(
  definitionRoutes.publish,
  {
    async prepare(ctx, { params, body }) {
      const name = nameOf(params);
      const row = await definitionRow(ctx.db, name);
      const draft = row.draft;
      if (row.draftAuthorId === ctx.user.id && (await needsSecondPerson(ctx.db)))
        throw new Refusal(
          403,
          'SEGUNDA_PESSOA',
          'Outra pessoa precisa publicar o que você mudou. Peça a quem pode publicar configurações.',
        );
      return checked(ctx, name, body, {
        content: draft,
        source: 'ESTUDIO',
        action: 'PUBLICAR',
        columns: (locked) => ({
          ...noDraft,
          origin: locked.origin,
          ...(draft && originAfter(locked, draft)),
        }),
      });
    },
    work: writePublication,
  },
  published,
);

/** Publishes an old version again under a new number. */
export const rollBack = command(
  definitionRoutes.rollBack,
  {
    async prepare(ctx, { params, body }) {
      const name = nameOf(params);
      const old = await versionRow(ctx.db, name, params.numero);
      if (!old) throw notFound();
      const content = await restored(ctx, name, old.content);
      return checked(ctx, name, body, {
        content,
        source: 'RETORNO',
        fromVersion: params.numero,
        action: 'VOLTAR_VERSAO',
        columns: (locked) => originAfter(locked, content),
      });
    },
    work: writePublication,
  },
  published,
);

/** Resets a copy to the content of its file, which it follows from then on. */
export const followStandard = command(
  definitionRoutes.followStandard,
  {
    async prepare(ctx, { params, body }) {
      const name = nameOf(params);
      const { fileContent } = await definitionRow(ctx.db, name);
      if (!fileContent) throw refused('SEM_PADRAO', 'Esta definição não tem um arquivo padrão.');
      return checked(ctx, name, body, {
        content: await restored(ctx, name, fileContent),
        source: 'ARQUIVO',
        action: 'SEGUIR_PADRAO',
        columns: () => ({ ...noDraft, origin: 'PADRAO', baseHash: null }),
      });
    },
    work: writePublication,
  },
  published,
);

async function published(_: unknown, ctx: Context, { params }: Publishing) {
  return { data: await detail(ctx, nameOf(params)) };
}

/** A preview of a rollback, based on the same content that it would publish. */
export async function rollBackPlan(
  { params, query }: Input<typeof definitionRoutes.rollBackPlan>,
  ctx: Context,
): Promise<Output<typeof definitionRoutes.rollBackPlan>> {
  const name = nameOf(params);
  const { fileContent, publishedVersion } = await definitionRow(ctx.db, name);
  const older =
    query.numero === undefined ? fileContent : (await versionRow(ctx.db, name, query.numero))?.content;
  if (!older) throw notFound();
  const now = (await versionRow(ctx.db, name, publishedVersion))?.content;
  const content = await restored(ctx, name, older);
  return {
    mudancas: changes(name.kind, now, content),
    problemas: (await allProblems(ctx, name, now ?? null, content)).map(problemOf),
  };
}

const nameOf = ({ tipo, chave }: { tipo: DefinitionName['kind']; chave: string }): DefinitionName => ({
  kind: tipo,
  key: chave,
});

/** The older content plus anything added since that must not be lost. */
async function restored({ db }: Pick<Context, 'db'>, name: DefinitionName, older: Content): Promise<Content> {
  const { publishedVersion } = await definitionRow(db, name);
  const now = (await versionRow(db, name, publishedVersion))?.content;
  return (now && kindRules(name.kind).restored?.(now, older)) ?? older;
}

interface Publishing {
  params: Input<typeof definitionRoutes.publish>['params'];
  body: { versao: number; nota: string; direitos?: readonly GivenRights[] | undefined };
}

interface Publication extends Pick<NewVersion, 'source' | 'fromVersion'> {
  /** Null if there is no draft, or none any more: then only a repeat of the command that published it is answered. */
  content: Content | null;
  action: string;
  /** The origin is always among them, so that there is something to write. */
  columns: (row: DefinitionRow) => Partial<DefinitionRow> & Pick<DefinitionRow, 'origin'>;
}

interface Checked extends Publication {
  /** What is published until then. */
  before: Content | undefined;
}

/**
 * Checks what is to be published before the row is locked, since tests of a report take seconds; `versao` ensures that the row
 * is still the same.
 */
async function checked(
  ctx: Context,
  name: DefinitionName,
  { versao }: Publishing['body'],
  publication: Publication,
): Promise<Checked> {
  const { content } = publication;
  const row = await definitionRow(ctx.db, name);
  if (row.archivedAt) throw refused('ARQUIVADO', 'Esta definição está arquivada. Desarquive-a antes.');
  const before = (await versionRow(ctx.db, name, row.publishedVersion))?.content;
  if (content) await kindRules(name.kind).requireRights?.(ctx, before ?? null, content);
  if (content && row.version === versao) await refuseUnsound(ctx, name, before ?? null, content);
  return { ...publication, before };
}

async function writePublication(
  tx: Tx,
  ctx: Context,
  { params, body }: Publishing,
  { content, before, action, columns, ...version }: Checked,
) {
  if (!content) throw refused('SEM_RASCUNHO', 'Não há rascunho para publicar.');
  const row = await lockDefinition(tx, nameOf(params), body.versao);
  const number = await writeContent(tx, ctx, row, { content, columns, ...version, note: body.nota.trim() });
  // Going back to the file may not change the content; then only the origin changes.
  if (number === null && version.source !== 'ARQUIVO')
    throw refused('SEM_MUDANCAS', 'Isto já é o que está publicado: não há o que mudar.');
  if (number === null) await touch(tx, row);
  const { giveRights = refuseRights } = kindRules(row.kind);
  const first = row.publishedVersion === null;
  if (body.direitos) await giveRights(tx, ctx, content, { rights: body.direitos, first });
  await auditPublication(tx, ctx, row, { action, before, content, number, note: body.nota });
  return { numero: number };
}

/** Publishes the content of a locked definition; `null` if it is published already. */
export async function writeContent(
  tx: Tx,
  ctx: Context,
  row: DefinitionRow,
  { columns, ...version }: Omit<NewVersion, 'kind' | 'key' | 'authorId'> & Pick<Publication, 'columns'>,
): Promise<number | null> {
  await tx.update(definitions).set(columns(row)).where(isDefinition(row));
  return writeVersion(tx, { kind: row.kind, key: row.key, ...version, authorId: ctx.user.id });
}

interface Audited {
  action: string;
  before: Content | undefined;
  content: Content;
  number: number | null;
  note: string;
  /** The title of the bundle that it was published with. */
  bundle?: string;
}

export const auditPublication = (
  tx: Tx,
  ctx: Context,
  row: DefinitionRow,
  { action, before, content, number, note, bundle }: Audited,
) =>
  audit(tx, ctx, {
    action,
    ...audited(row),
    before: { versao: row.publishedVersion },
    after: {
      versao: number ?? row.publishedVersion,
      nota: note,
      ...(bundle && { pacote: bundle }),
      mudancas: sentences(row, before, content),
    },
  });

const refuseRights = () => {
  throw invalid({ direitos: 'Só um cadastro próprio tem direitos de perfis.' });
};

const touch = (tx: Tx, name: DefinitionName) =>
  tx
    .update(definitions)
    .set({ version: sql`${definitions.version} + 1` })
    .where(isDefinition(name));

export async function refuseUnsound(
  ctx: Context,
  name: DefinitionName,
  before: Content | null,
  after: Content,
  arriving?: Arriving,
) {
  const problems = await allProblems(ctx, name, before, after, { tests: true, arriving });
  const errors = problems.filter(({ severity }) => severity === 'ERRO');
  if (errors.length === 0) return;
  throw new Refusal(
    422,
    'DEFINICAO_INVALIDA',
    errors.length === 1
      ? `Não pode ser publicada: ${errors[0]?.message}`
      : `Não pode ser publicada: há ${errors.length} problemas. O que está publicado continua valendo.`,
    undefined,
    { problemas: problems.map(problemOf) },
  );
}

/** A changed standard becomes a copy that remembers its base; content equal to the file follows the file again. */
export function originAfter(
  row: DefinitionRow,
  content: Content,
): Pick<DefinitionRow, 'origin' | 'baseHash'> {
  if (row.origin === 'PROPRIA') return { origin: row.origin, baseHash: row.baseHash };
  if (row.fileHash !== null && contentHash(content) === row.fileHash)
    return { origin: 'PADRAO', baseHash: null };
  return { origin: 'COPIA', baseHash: row.origin === 'COPIA' ? row.baseHash : row.fileHash };
}

const MAX_SENTENCES = 20;
const sentences = ({ kind }: DefinitionName, before: Content | undefined, after: Content) =>
  before
    ? kindRules(kind)
        .changes(before, after)
        .slice(0, MAX_SENTENCES)
        .map(({ sentence }) => sentence)
    : [];
