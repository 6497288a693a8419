import { allows } from '#contract/permissions.ts';
import { type BlockSource, blockSources, sourceRule } from '#contract/rules/dashboards/blockSources.ts';
import { type DashboardBlock, reportOf } from '#contract/rules/dashboards/dashboard.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import type { User } from '../../context.ts';
import { isOutside, seesOthersAgendas } from '../../session/scope.ts';
import type { PublishedReport } from '../reports/queries.ts';

export const maySeeSource = (user: Pick<User, 'grants' | 'type'>, source: BlockSource): boolean => {
  const { permissao, daEmpresa = false } = sourceRule(source);
  return allows(user.grants, permissao) && !(daEmpresa && isOutside(user));
};

/** Of a block that the person may not see, nothing is told but its place. */
export function blockFor(
  block: DashboardBlock,
  reports: ReadonlyMap<string, PublishedReport>,
  user: User,
): ShownBlock {
  const { chave, tipo, titulo = '', largura, altura, coluna = '', comparacao = '', texto = '' } = block;
  const { fonte } = block;
  const place = { chave, tipo, largura, altura };
  if (fonte !== undefined)
    return maySeeSource(user, fonte)
      ? { ...place, ...EMPTY, titulo: titulo || sourceTitle(fonte, user), fonte, acesso: true }
      : { ...place, ...EMPTY };
  const key = reportOf(block);
  if (key === null) return { ...place, ...EMPTY, titulo, texto, acesso: true };
  const report = reports.get(key);
  if (!report) return { ...place, ...EMPTY };
  const mostra = block.mostra ?? (report.content.grafico ? 'GRAFICO' : 'TABELA');
  return {
    ...{ ...place, ...EMPTY, acesso: true, relatorio: key, mostra, coluna, comparacao },
    titulo: titulo || report.content.titulo,
  };
}

const sourceTitle = (source: BlockSource, user: User): string =>
  source === 'minhas-vendas'
    ? seesOthersAgendas(user)
      ? 'Vendas da equipe'
      : 'Minhas vendas'
    : blockSources[source].titulo;

const EMPTY = {
  fonte: null,
  titulo: '',
  acesso: false,
  relatorio: null,
  mostra: 'TABELA' as const,
  coluna: '',
  comparacao: '',
  texto: '',
};
