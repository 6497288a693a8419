import { type CatalogRow, catalogOf } from '../../../contract/catalogs/catalog.ts';
import type { DefinitionSummary, Problem } from '../../../contract/config/definitions.ts';
import { formatCount } from '../../../contract/rules/format.ts';

export { formatCount as countOf } from '../../../contract/rules/format.ts';

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
