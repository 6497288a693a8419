import type { PartKind } from '#contract/rules/definitions/bundleParts.ts';
import { isPartKind } from '#contract/rules/definitions/bundleParts.ts';
import type { Context } from '../../../context.ts';
import type { Executor, Tx } from '../../../db/client.ts';
import { kindRules } from '../kinds.ts';
import { nameOf } from '../offers.ts';
import type { Arriving } from '../rules.ts';
import { storedContent } from '../validate.ts';
import type { DefinitionLine, Line, PartLine, StandingPart } from './part.ts';
import { partRules } from './parts.ts';
import { namesHere, renamed } from './portable.ts';

/** What is done with each line; a trial and the publication differ in nothing else. */
interface Stages {
  part: (line: PartLine, standing: readonly StandingPart[]) => Promise<void>;
  /** Those of the definitions that may be written, named as they are here. */
  judge: (lines: readonly DefinitionLine[]) => Promise<readonly DefinitionLine[]>;
  definition: (line: DefinitionLine, arriving: Arriving) => Promise<void>;
}

/** What definitions name comes before them. */
const FIRST: readonly PartKind[] = ['roles', 'parameters', 'menus', 'boards'];
/** A type follows a flow, and rules name types and reasons. */
const AFTER_FLOWS: readonly PartKind[] = ['types', 'reasons'];
/** A schedule is of a report or a dashboard. */
const LAST: readonly PartKind[] = ['schedules'];

/** Writes the lines of a file in an order in which each finds what it names, whatever the order of the file. */
export async function writeInOrder(tx: Tx, ctx: Context, lines: readonly Line[], stages: Stages) {
  const parts = lines.filter(isPart);
  const given = lines.filter(isDefinitionLine);
  const written = new Set<string>();
  const writeParts = async (kinds: readonly PartKind[]) => {
    for (const kind of kinds) {
      const own = parts.filter(({ tipo }) => tipo === kind);
      if (own.length === 0) continue;
      const standing = await partRules(kind).standing(tx, ctx.user);
      for (const line of aboveFirst(own)) await stages.part(line, standing);
    }
  };
  const writeDefinitions = async (chosen: (line: DefinitionLine) => boolean) => {
    const judged = await stages.judge(await named(tx, given));
    const arriving = arrivingFrom(judged);
    for (const line of await usedFirst(tx, judged.filter(chosen), judged, arriving)) {
      const name = nameOf(line.tipo, line.chave);
      if (written.has(name)) continue;
      written.add(name);
      await stages.definition(line, arriving);
    }
  };
  await writeParts(FIRST);
  if (parts.some(({ tipo }) => AFTER_FLOWS.includes(tipo))) {
    await writeDefinitions(({ tipo }) => tipo === 'flows');
    await writeParts(AFTER_FLOWS);
  }
  await writeDefinitions(() => true);
  await writeParts(LAST);
}

export const isPart = (line: Line): line is PartLine => isPartKind(line.tipo);
export const isDefinitionLine = (line: Line): line is DefinitionLine => !isPartKind(line.tipo);

/** The definitions with their rows named as they are here. */
export async function named(db: Executor, lines: readonly DefinitionLine[]): Promise<DefinitionLine[]> {
  if (lines.length === 0) return [];
  const names = await namesHere(db, lines);
  return lines.map((line) => ({
    ...line,
    conteudo: storedContent(line.tipo, renamed(line.tipo, line.conteudo, names)),
  }));
}

export const arrivingFrom = (lines: readonly DefinitionLine[]): Arriving =>
  new Map(lines.map((line) => [nameOf(line.tipo, line.chave), line.conteudo]));

/** A reason comes after the one above it; a circle stays in the order of the file, and is refused by its noun. */
function aboveFirst(lines: readonly PartLine[]): PartLine[] {
  const byCode = new Map(lines.map((line) => [String(line.conteudo.codigo), line]));
  const ordered = new Set<PartLine>();
  const begun = new Set<PartLine>();
  const place = (line: PartLine): void => {
    if (begun.has(line)) return;
    begun.add(line);
    const above = line.tipo === 'reasons' ? byCode.get(String(line.conteudo.acima)) : undefined;
    if (above) place(above);
    ordered.add(line);
  };
  for (const line of lines) place(line);
  return [...ordered];
}

/** The chosen definitions with all of the others that they use, these first; a circle stays in the order of the file. */
async function usedFirst(
  tx: Tx,
  chosen: readonly DefinitionLine[],
  all: readonly DefinitionLine[],
  arriving: Arriving,
): Promise<DefinitionLine[]> {
  const byName = new Map(all.map((line) => [nameOf(line.tipo, line.chave), line]));
  const ordered = new Set<DefinitionLine>();
  const begun = new Set<DefinitionLine>();
  const place = async (line: DefinitionLine): Promise<void> => {
    if (begun.has(line)) return;
    begun.add(line);
    for (const { kind, key } of await kindRules(line.tipo).uses(line.conteudo, tx, arriving)) {
      const used = byName.get(nameOf(kind, key));
      if (used) await place(used);
    }
    ordered.add(line);
  };
  for (const line of chosen) await place(line);
  return [...ordered];
}
