import { pathsOf } from '#contract/expression/tree.ts';
import type { MapEntities } from '#contract/map/entity.ts';
import { resolvePath } from '#contract/map/paths.ts';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import { countedPath, countOf } from '#contract/rules/companyRules/ruleCounts.ts';
import { eventFactOf } from '#contract/rules/companyRules/ruleExpression.ts';
import { textPaths } from '#contract/rules/companyRules/ruleProblems.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';

/** The paths that a rule reads, with the place of each. */
export function readPaths(rule: CompanyRule): { path: string; pointer: string }[] {
  const { se, quando } = rule;
  return [
    ...(se ? pathsOf(se).map((path) => ({ path, pointer: '/se' })) : []),
    ...(quando.tipo === 'PRAZO' ? [{ path: quando.campo, pointer: '/quando/campo' }] : []),
    ...(quando.tipo === 'EVENTO' && quando.mudou ? [{ path: quando.mudou, pointer: '/quando/mudou' }] : []),
    ...textPaths(rule),
  ].filter(({ path }) => !eventFactOf(path));
}

/** Of a count the path of what it counts. */
export function countedIn(entities: MapEntities, from: string, path: string): string {
  const count = countOf(entities, from, path);
  return count ? countedPath(count) : path;
}

/** What a rule reads that is closed to the person whose map this is (`mapFor`): its author, or who uses the macro. */
export function closedPaths(rule: CompanyRule, entities: SourcedEntities): FileProblem[] {
  const closed = (key: string) => entities[key]?.fechada;
  const own = closed(rule.entidade);
  if (own)
    return [{ pointer: '/entidade', message: `Quem vê isto tem a permissão "${own}", que você não tem.` }];
  return readPaths(rule).flatMap(({ path, pointer }) => {
    const mapEntities = entities as MapEntities;
    const found = resolvePath(mapEntities, rule.entidade, countedIn(mapEntities, rule.entidade, path));
    const by = found?.steps.map(({ alvo }) => closed(alvo)).find(Boolean);
    return found && by
      ? [{ pointer, message: `${found.titulo}: quem vê isto tem a permissão "${by}", que você não tem.` }]
      : [];
  });
}
