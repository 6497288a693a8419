import { Readable } from 'node:stream';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import type { Input, Output } from '#contract/route.ts';
import { DEFINITION_KINDS, type DefinitionKind } from '#contract/rules/definitions/definition.ts';
import type { DefinitionUse } from '#contract/rules/definitions/uses.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import { definitions, definitionVersions } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { refuseUnstorable } from '../../plugins/compilers.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { createDefinition, writeDraft } from './drafts.ts';
import { kindRules } from './kinds.ts';
import { amongNames } from './offers.ts';
import { allProblems, audited, isDefinition, versionRow } from './present.ts';
import { problemOf } from './problemOf.ts';
import { type Arriving, type Content, contentHash, ownKinds, requireKind } from './rules.ts';
import { error, isSound, storedContent, warning } from './validate.ts';
import { changes } from './versions.ts';

const FORMAT = 'balcao-definicoes';
const MAX_DEFINITIONS = 500;

/** A definition in a file. */
export interface Line {
  tipo: DefinitionKind;
  chave: string;
  conteudo: Content;
}

/** The published definitions of the kinds that the user may change, as one file. */
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
    )
    .orderBy(definitions.kind, definitions.key);
  const text = `${JSON.stringify({ formato: FORMAT, versao: 1, itens: rows }, null, 2)}\n`;
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
  return planOf(readLines(body.texto), ctx);
}

type Plan = Output<typeof definitionFileRoutes.planImport>;

/**
 * Each line is judged as if the others were published with it. When one is refused, those that use it are judged again
 * without it.
 */
async function planOf(lines: readonly Line[], ctx: Context): Promise<Plan> {
  const own = ownKinds(ctx.user);
  const arriving = new Map(
    lines.filter(({ tipo }) => own.includes(tipo)).map((line) => [lineName(line), line.conteudo]),
  );
  const plan = new Map<Line, Plan[number]>();
  let waiting = lines;
  while (waiting.length > 0) {
    const lost = new Set<string>();
    // One at a time, since a file holds up to five hundred.
    for (const line of waiting) {
      const planned = await planLine(line, own, arriving, ctx);
      plan.set(line, planned);
      if (planned.acao === 'RECUSAR') lost.add(lineName(line));
    }
    const sound = lines.filter((line) => plan.get(line)?.acao !== 'RECUSAR');
    waiting = await linesUsing(lost, sound, (line) =>
      kindRules(line.tipo).uses(line.conteudo, ctx.db, arriving),
    );
    for (const name of lost) arriving.delete(name);
  }
  return lines.flatMap((line) => plan.get(line) ?? []);
}

const lineName = ({ tipo, chave }: Pick<Line, 'tipo' | 'chave'>) => `${tipo}/${chave}`;

/** The lines that use one of these, which are still among what arrives. */
async function linesUsing(
  lost: ReadonlySet<string>,
  lines: readonly Line[],
  usesOf: (line: Line) => Promise<DefinitionUse[]>,
) {
  const found: Line[] = [];
  if (lost.size === 0) return found;
  for (const line of lines) {
    const uses = await usesOf(line);
    if (uses.some(({ kind, key }) => lost.has(`${kind}/${key}`))) found.push(line);
  }
  return found;
}

async function planLine(
  line: Line,
  own: readonly DefinitionKind[],
  arriving: Arriving,
  ctx: Context,
): Promise<Plan[number]> {
  if (!own.includes(line.tipo)) return foreignLine(line);
  const name = { kind: line.tipo, key: line.chave };
  const rules = kindRules(line.tipo);
  const [row] = await ctx.db.select().from(definitions).where(isDefinition(name));
  const before = (await versionRow(ctx.db, name, row?.publishedVersion ?? null))?.content as
    | Content
    | undefined;
  const problems = await allProblems(ctx, name, before ?? null, line.conteudo, { arriving });
  if (rules.keyOf(line.conteudo) !== line.chave)
    problems.push(error('', `O conteúdo é de "${rules.keyOf(line.conteudo)}", não de "${line.chave}".`));
  if (row?.draft)
    problems.push(
      warning(
        '',
        'Há um rascunho em andamento: importar como rascunho o substitui, publicar o deixa como está.',
      ),
    );
  if (row?.archivedAt) problems.push(error('', 'Está arquivada aqui. Desarquive-a antes de importar.'));
  const same = before && contentHash(before) === contentHash(line.conteudo);
  return {
    tipo: line.tipo,
    chave: line.chave,
    titulo: rules.titleOf(line.conteudo) || line.chave,
    versao: row?.version ?? 0,
    acao: !isSound(problems)
      ? ('RECUSAR' as const)
      : same
        ? ('IGUAL' as const)
        : before || row
          ? ('ALTERAR' as const)
          : ('CRIAR' as const),
    mudancas: changes(line.tipo, before, line.conteudo),
    problemas: problems.map(problemOf),
  };
}

/** A line of a kind that the user may not read; it is not compared with the current content. */
const foreignLine = ({ tipo, chave }: Line) => ({
  tipo,
  chave,
  titulo: chave,
  versao: 0,
  acao: 'RECUSAR' as const,
  mudancas: [],
  problemas: [problemOf(error('', 'Você não pode mudar este tipo de definição.'))],
});

/** Saves the chosen lines as drafts, all or none. */
export const importFile = command(definitionFileRoutes.importFile, {
  prepare: chosenLines,
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

/** The chosen lines of a file, all of them sound together with the others. */
export async function chosenLines(
  ctx: Context,
  { body }: { body: { texto: string; escolhidas: readonly Pick<Line, 'tipo' | 'chave'>[] } },
): Promise<Line[]> {
  const lines = readLines(body.texto).filter(({ tipo, chave }) =>
    body.escolhidas.some((chosen) => chosen.tipo === tipo && chosen.chave === chave),
  );
  if (lines.length === 0) throw invalid({ escolhidas: 'Escolha ao menos uma linha do arquivo.' });
  const refusedLine = (await planOf(lines, ctx)).find(({ acao }) => acao === 'RECUSAR');
  if (refusedLine)
    throw invalid({
      escolhidas: `${refusedLine.titulo}: ${refusedLine.problemas[0]?.mensagem ?? 'recusada'}`,
    });
  return lines;
}

function readLines(text: string): Line[] {
  const file = parsed(text) as { formato?: unknown; itens?: unknown } | null;
  if (file?.formato !== FORMAT || !Array.isArray(file.itens))
    throw invalid({ texto: 'Este não é um arquivo exportado pelo estúdio.' });
  if (file.itens.length > MAX_DEFINITIONS)
    throw invalid({ texto: `Importe no máximo ${MAX_DEFINITIONS} definições de cada vez.` });
  const lines = file.itens.map(lineOf);
  const names = lines.map(({ tipo, chave }) => `${tipo}/${chave}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw invalid({ texto: `${twice} está duas vezes no arquivo. Retire uma.` });
  return lines;
}

function lineOf(item: unknown, index: number): Line {
  const { tipo, chave, conteudo } = (item ?? {}) as Partial<Line>;
  const known = DEFINITION_KINDS.find((kind) => kind === tipo);
  const isContent = typeof conteudo === 'object' && conteudo !== null && !Array.isArray(conteudo);
  if (!known || typeof chave !== 'string' || !/^[A-Za-z0-9][\w-]{0,79}$/.test(chave) || !isContent)
    throw invalid({ texto: `O item ${index + 1} do arquivo não tem tipo, chave e conteúdo.` });
  // Checked like a request body, because the content of a text field was not validated yet.
  const refusal = refuseUnstorable({ conteudo }, { exact: ['conteudo'] });
  if (refusal) throw refusal;
  return { tipo: known, chave, conteudo: storedContent(known, conteudo) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ texto: 'O arquivo não é um JSON válido.' });
  }
}
