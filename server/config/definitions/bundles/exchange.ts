import { Readable } from 'node:stream';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import type { Input, Output } from '#contract/route.ts';
import { BUNDLE_KINDS, bundleKind, type PartKind } from '#contract/rules/definitions/bundleParts.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../../context.ts';
import { definitions, definitionVersions } from '../../../db/tables/index.ts';
import { invalid } from '../../../errors.ts';
import { refuseUnstorable } from '../../../plugins/compilers.ts';
import type { FileAnswer } from '../../../storedFiles.ts';
import { audit } from '../../../writing/audit.ts';
import { command } from '../../../writing/command.ts';
import { createDefinition, writeDraft } from '../drafts.ts';
import { amongNames } from '../offers.ts';
import { audited, isDefinition } from '../present.ts';
import { ownKinds, requireKind } from '../rules.ts';
import { judgedLines, lineName } from './judge.ts';
import type { Line } from './part.ts';
import { ownParts, partRules } from './parts.ts';
import { namesToTravel, renamed } from './portable.ts';
import { isDefinitionLine, isPart, named } from './stages.ts';

const FORMAT = 'balcao-definicoes';
/** Before 2, dashboards named the choices that they fix by id. */
const FORMAT_VERSION = 2;
const MAX_DEFINITIONS = 500;

/** The published definitions of the kinds that the user may change, and the named rows beside them, as one file. */
export async function exportFile(
  { query }: Input<typeof definitionFileRoutes.exportFile>,
  ctx: Context,
): Promise<FileAnswer> {
  if (query.tipo) requireKind(ctx.user, query.tipo);
  const kinds = query.tipo ? [query.tipo] : ownKinds(ctx.user);
  const rows = await ctx.db
    .select({ tipo: definitions.kind, chave: definitions.key, conteudo: definitionVersions.content })
    .from(definitions)
    .innerJoin(
      definitionVersions,
      and(
        eq(definitionVersions.kind, definitions.kind),
        eq(definitionVersions.key, definitions.key),
        eq(definitionVersions.version, definitions.publishedVersion),
      ),
    )
    .where(
      and(
        inArray(definitions.kind, kinds),
        isNull(definitions.archivedAt),
        query.chave ? eq(definitions.key, query.chave) : undefined,
        query.itens ? amongNames(definitions, query.itens.split(',')) : undefined,
      ),
    );
  const names = await namesToTravel(ctx.db, rows);
  const itens: Line[] = [
    ...rows.map((row) => ({ ...row, conteudo: renamed(row.tipo, row.conteudo, names) })),
    ...(query.itens && !query.tipo ? await takenParts(ctx, query.itens.split(',')) : []),
  ].sort((a, b) => (lineName(a) < lineName(b) ? -1 : 1));
  const text = `${JSON.stringify({ formato: FORMAT, versao: FORMAT_VERSION, itens }, null, 2)}\n`;
  const what = query.chave ?? query.tipo ?? 'definicoes';
  return {
    content: Readable.from([text]),
    name: `${what}-${localDate(ctx.now(), DEFAULT_TIME_ZONE)}.json`,
    mime: 'application/json; charset=utf-8',
    size: Buffer.byteLength(text),
  };
}

/** A preview of an import, line by line. */
export async function planImport(
  { body }: Input<typeof definitionFileRoutes.planImport>,
  ctx: Context,
): Promise<Output<typeof definitionFileRoutes.planImport>> {
  return judgedLines(ctx, readLines(body.texto));
}

/** The named rows of the kinds that the person may change and that may travel. */
async function takenParts({ db, user }: Context, names: readonly string[]): Promise<Line[]> {
  const takenLines: Line[] = [];
  for (const tipo of ownParts(user)) {
    if (!names.some((name) => name.startsWith(`${tipo}/`))) continue;
    for (const { key: chave, content: conteudo, stays } of await partRules(tipo).standing(db, user))
      if (stays === null && names.includes(`${tipo}/${chave}`)) takenLines.push({ tipo, chave, conteudo });
  }
  const twice = takenLines.find(
    (line, index) => takenLines.findIndex((one) => lineName(one) === lineName(line)) !== index,
  );
  if (twice)
    throw invalid({
      itens: `"${partRules(twice.tipo as PartKind).titleOf(twice.conteudo)}" é o nome de mais de um registro em ${bundleKind(twice.tipo).plural}. Mude o nome de um deles antes.`,
    });
  return takenLines;
}

/** Saves the chosen lines as drafts, all or none. */
export const importFile = command(definitionFileRoutes.importFile, {
  async prepare(ctx, { body }) {
    const chosen = chosenLines(body);
    if (chosen.some(isPart))
      throw invalid({
        escolhidas: 'Só definições têm rascunho. Publique as outras linhas, ou deixe-as de fora.',
      });
    await refuseLines(ctx, chosen);
    return named(ctx.db, chosen.filter(isDefinitionLine));
  },
  async work(tx, ctx, _, lines) {
    for (const { tipo, chave, conteudo } of lines) {
      const name = { kind: tipo, key: chave };
      const [row] = await tx.select().from(definitions).where(isDefinition(name)).for('update');
      if (row) await writeDraft(tx, ctx, name, conteudo, row.version);
      else await createDefinition(tx, ctx, name, conteudo);
      await audit(tx, ctx, { action: 'IMPORTAR', ...audited(name) });
    }
    return { importadas: lines.map(({ tipo, chave }) => ({ tipo, chave })) };
  },
});

/** The chosen lines of a file. */
export function chosenLines(body: {
  texto: string;
  escolhidas: readonly Pick<Line, 'tipo' | 'chave'>[];
}): Line[] {
  const lines = readLines(body.texto).filter(({ tipo, chave }) =>
    body.escolhidas.some((chosen) => chosen.tipo === tipo && chosen.chave === chave),
  );
  if (lines.length === 0) throw invalid({ escolhidas: 'Escolha ao menos uma linha do arquivo.' });
  return lines;
}

/** Refuses lines of which one is not sound together with the others. */
export async function refuseLines(...given: Parameters<typeof judgedLines>): Promise<void> {
  const refusedLine = (await judgedLines(...given)).find(({ acao }) => acao === 'RECUSAR');
  if (refusedLine)
    throw invalid({
      escolhidas: `${refusedLine.titulo}: ${refusedLine.problemas.find(({ gravidade }) => gravidade === 'ERRO')?.mensagem ?? 'recusada'}`,
    });
}

function readLines(text: string): Line[] {
  const file = parsed(text) as { formato?: unknown; versao?: unknown; itens?: unknown } | null;
  if (file?.formato !== FORMAT || !Array.isArray(file.itens))
    throw invalid({ texto: 'Este não é um arquivo exportado pelo estúdio.' });
  const format = typeof file.versao === 'number' ? file.versao : 1;
  if (format > FORMAT_VERSION)
    throw invalid({ texto: 'O arquivo vem de um Balcão mais novo. Atualize este antes de importar.' });
  const isEarlier = format < FORMAT_VERSION;
  if (file.itens.length > MAX_DEFINITIONS)
    throw invalid({ texto: `Importe no máximo ${MAX_DEFINITIONS} definições de cada vez.` });
  const lines = file.itens.map(lineOf).map((line): Line => (isEarlier ? { ...line, fixesIds: true } : line));
  const names = lines.map(lineName);
  const second = names.findIndex((name, index) => names.indexOf(name) !== index);
  const twice = lines[second];
  if (twice) throw invalid({ texto: twiceText(twice, names.indexOf(lineName(twice)), second) });
  return lines;
}

/** The content was not validated yet, so that it may have no title to name it by. */
function twiceText({ tipo, conteudo }: Line, first: number, second: number): string {
  const title = [conteudo.titulo, conteudo.nome, conteudo.descricao].find((each) => typeof each === 'string');
  const named = title ? `, "${title}",` : '';
  return `O item ${second + 1} do arquivo${named} repete o ${first + 1}º, em ${bundleKind(tipo).plural}. Retire um dos dois.`;
}

function lineOf(item: unknown, index: number): Line {
  const { tipo, chave, conteudo } = (item ?? {}) as Partial<Line>;
  const bundleKind = BUNDLE_KINDS.find((kind) => kind === tipo);
  const isContent = isRecord(conteudo);
  if (!bundleKind || typeof chave !== 'string' || !/^[A-Za-z0-9][\w-]{0,79}$/.test(chave) || !isContent)
    throw invalid({ texto: `O item ${index + 1} do arquivo não tem tipo, chave e conteúdo.` });
  // Checked like a request body, because the content of a text field was not validated yet.
  const refusal = refuseUnstorable({ conteudo }, { exact: ['conteudo'] });
  if (refusal) throw refusal;
  return { tipo: bundleKind, chave, conteudo };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ texto: 'O arquivo não é um JSON válido.' });
  }
}
