import { useMemo } from 'react';
import { companyRuleRoutes, type RuleStanding } from '#contract/config/companyRules.ts';
import { DefinitionSummary } from '#contract/config/definitions.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { StatusChip, Tag } from '#ui/components/display/Chips.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { definitionState, originNames, stateText } from '../definitionWords.ts';
import { ruleMode } from '../rules/ruleStates.ts';

const definitionColumns: readonly Column<DefinitionSummary>[] = [
  fieldColumn(DefinitionSummary, 'titulo', {
    minWidth: 260,
    card: 'title',
    render: ({ titulo, chave }) => titulo || chave,
    second: ({ chave }) => chave,
  }),
  fieldColumn(DefinitionSummary, 'estado', {
    width: 210,
    card: 'corner',
    render: (row) => {
      const label = stateText(row);
      return <StatusChip value={row.estado} catalog={definitionState} {...(label && { label })} />;
    },
  }),
  fieldColumn(DefinitionSummary, 'versaoPublicada', {
    id: 'versao',
    label: 'Versão',
    width: 76,
    card: 'fact',
  }),
  fieldColumn(DefinitionSummary, 'origem', {
    width: 176,
    card: 'fact',
    render: ({ origem, baseMudou }) =>
      baseMudou ? (
        <Tag tone="aviso">
          <span>Cópia · o padrão mudou</span>
        </Tag>
      ) : (
        originNames[origem]
      ),
  }),
  fieldColumn(DefinitionSummary, 'atualizado', { width: 126, card: 'fact' }),
  fieldColumn(DefinitionSummary, 'autor', { label: 'Quem', width: 116, none: 'Sistema' }),
];

/** The columns of a kind: of rules also what they do. */
export function useColumns(tipo: DefinitionKind): readonly Column<DefinitionSummary>[] {
  const { data } = useRoute(companyRuleRoutes.standings, {}, { enabled: tipo === 'rules' });
  return useMemo(
    () =>
      tipo === 'rules'
        ? [...definitionColumns.slice(0, 2), doing(data ?? []), ...definitionColumns.slice(2)]
        : definitionColumns,
    [tipo, data],
  );
}

/** Whether a rule is on, and what it did this week; why it is off, where it was switched off by itself. */
function doing(standings: readonly RuleStanding[]): Column<DefinitionSummary> {
  const of = (row: DefinitionSummary) => standings.find(({ chave }) => chave === row.chave);
  return {
    id: 'modo',
    label: 'O que faz',
    width: 260,
    card: 'fact',
    render: (row) => {
      const standing = of(row);
      if (standing?.macro) return <Tag tone="informacao">Macro</Tag>;
      return standing && <StatusChip value={standing.modo} catalog={ruleMode} />;
    },
    second: (row) => {
      const standing = of(row);
      if (!standing) return null;
      const { motivo, comErro, feitas, registradas } = standing;
      if (motivo) return motivo;
      if (comErro > 0) return formatCount(comErro, 'com erro', 'com erro');
      if (feitas > 0) return `${formatCount(feitas, 'feita', 'feitas')} em 7 dias`;
      return registradas > 0 ? `faria ${formatCount(registradas, 'vez', 'vezes')} em 7 dias` : null;
    },
  };
}
