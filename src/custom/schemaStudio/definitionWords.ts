import { type CatalogRow, catalogOf } from '#contract/catalogs/catalog.ts';
import type { DefinitionDetail, DefinitionSummary, Problem } from '#contract/config/definitions.ts';
import { formatCount } from '#contract/rules/format.ts';

export { formatCount as countOf } from '#contract/rules/format.ts';

/** States of a definition, shown as chips. */
export const definitionState = catalogOf<CatalogRow<DefinitionSummary['estado']>>()([
  { value: 'RASCUNHO', label: 'Rascunho', color: 'aviso', icon: 'PendingActions' },
  { value: 'PUBLICADO', label: 'Publicado', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'ARQUIVADO', label: 'Arquivado', color: 'secundaria', icon: 'Archive' },
]);

export const originNames: Readonly<Record<DefinitionSummary['origem'], string>> = {
  PADRAO: 'Padrão',
  COPIA: 'Cópia do padrão',
  PROPRIA: 'Própria',
};

/** The origin of a published version. */
export const sourceNames: Readonly<Record<string, string>> = {
  ARQUIVO: 'Arquivo padrão',
  ESTUDIO: 'Estúdio',
  RETORNO: 'Retorno',
  IMPORTACAO: 'Importação',
};

export const stateText = ({ estado, temRascunho }: DefinitionSummary): string | undefined =>
  estado === 'PUBLICADO' && temRascunho ? 'Publicado · com rascunho' : undefined;

/** When a new version takes effect: the open tickets of a flow keep theirs, and a rule acts only once it is switched on. */
export function effectText({ tipo, dependentes }: Pick<DefinitionDetail, 'tipo' | 'dependentes'>): string {
  if (tipo === 'rules')
    return 'Publicar não liga a regra: ela só age depois de ligada. Se já está ligada, passa a seguir esta versão na hora.';
  if (tipo !== 'flows') return 'Vale na hora.';
  const open = dependentes.find((each) => each.tipo === 'Tickets')?.quantos ?? 0;
  if (open === 0)
    return 'Vale para os tickets que forem abertos; hoje não há nenhum em andamento neste fluxo.';
  return `Vale para os tickets que forem abertos: ${formatCount(open, 'ticket em andamento continua na versão com que foi aberto', 'tickets em andamento continuam na versão com que foram abertos')}.`;
}

/** E.g. '2 erros · 1 aviso'. */
export function problemCount(problems: readonly Problem[]): string {
  const errors = problems.filter(({ gravidade }) => gravidade === 'ERRO').length;
  const warnings = problems.length - errors;
  return [
    ...(errors > 0 ? [formatCount(errors, 'erro', 'erros')] : []),
    ...(warnings > 0 ? [formatCount(warnings, 'aviso', 'avisos')] : []),
  ].join(' · ');
}

export const hasErrors = (problems: readonly Problem[]): boolean =>
  problems.some(({ gravidade }) => gravidade === 'ERRO');
