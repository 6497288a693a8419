import type { MapEntity } from '../../map/entity.ts';
import { type ResolvedPath, titleOf } from '../../map/paths.ts';
import type { FileProblem } from '../problem.ts';

/** An entity of somebody's map: `fechada` says who may read it if that person may not. */
export type PersonalMap = Readonly<Record<string, MapEntity & { readonly fechada?: string }>>;

const problem = (pointer: string, message: string): FileProblem => ({ pointer, message });

/** The titles of the relations to many rows that a path goes along. */
export const firstMany = (path: ResolvedPath | '' | undefined): string[] =>
  path ? path.steps.filter(({ tipo }) => tipo === 'MUITOS').map(({ titulo }) => titulo) : [];

export const unknownSentence = (conjunto: string, campo: string): string =>
  campo.includes('.')
    ? `De ${conjunto} não se chega a ${campo}. Escolha o campo de novo.`
    : `O conjunto ${conjunto} não tem o campo ${campo}.`;

/** Who may see what a person may not. */
export const closedSentence = (entity: Pick<MapEntity, 'titulo'>, permission: string): string =>
  `${titleOf(entity)}: só vê quem tem a permissão "${permission}". Peça o acesso a quem administra o console, ou retire.`;

/** What is wrong with the way to a field, whatever is done with it; `null` if nothing is. */
export function pathProblems(path: ResolvedPath, entities: PersonalMap, at: string): FileProblem[] | null {
  for (const { alvo } of path.steps) {
    const target = entities[alvo];
    if (target?.fechada) return [problem(at, closedSentence(target, target.fechada))];
  }
  const place = path.steps.findIndex(({ tipo }) => tipo === 'MUITOS');
  const later = path.steps.slice(place + 1).some(({ tipo }) => tipo === 'MUITOS');
  if (place <= 0 && !later) return null;
  const start = entities[path.steps[place - 1]?.alvo ?? path.steps[place]?.alvo ?? ''];
  return [
    problem(
      at,
      `${path.titulo} contaria o mesmo mais de uma vez. ${start ? `Faça o relatório a partir de ${titleOf(start)}.` : ''}`.trim(),
    ),
  ];
}
