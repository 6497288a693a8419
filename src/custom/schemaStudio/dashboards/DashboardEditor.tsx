import { blockSources, isSourceKind, sourcesOf } from '#contract/rules/dashboards/blockSources.ts';
import {
  COMMON_FILTERS,
  type CommonFilter,
  commonFilters,
  filterPeriods,
} from '#contract/rules/dashboards/commonFilters.ts';
import {
  type BlockKind,
  blockKinds,
  blockWidths,
  type DashboardBlock,
  reportOf,
} from '#contract/rules/dashboards/dashboard.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import type { ReportColumn } from '#contract/rules/reports/report.ts';
import { isFigure } from '#contract/rules/reports/results.ts';
import { dashboardPageRoutes } from '#contract/sac/reports/dashboardPages.ts';
import { reportRoutes } from '#contract/sac/reports/reports.ts';
import { useRoute } from '#data/useRoute.ts';
import { choicesOf, withNone } from '#ui/components/inputs/PropertyFields.tsx';
import type { EditorProps } from '../editorProps.ts';
import { indexIn } from '../jsonPointer.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { PartsList } from '../parts/PartsList.tsx';
import { PartsLayout, PropertyGroup } from '../parts/PropertyGroup.tsx';
import { blocksIn, withBlock, withBlockMoved, withKind } from './dashboardEdits.ts';
import { FixedFilters } from './FixedFilters.tsx';
import { useBlockPreview } from './useBlockPreview.ts';

/** A dashboard: its title, who sees it, the common filters, and the properties of the selected block. */
export function DashboardEditor(props: EditorProps) {
  const { value, onChange, problems, readOnly = false, place, onPlace } = props;
  const blocks = blocksIn(value);
  const index = indexIn('/blocos', place?.pointer);
  const block = index === null ? undefined : blocks[index];
  const { data: reports = [] } = useRoute(reportRoutes.list, { query: {} });
  const titleOf = ({ titulo, relatorio, texto, fonte }: DashboardBlock) =>
    titulo ||
    (fonte && blockSources[fonte].titulo) ||
    reports.find(({ id }) => id === relatorio)?.titulo ||
    texto?.slice(0, 60) ||
    'Sem título';
  return (
    <PartsLayout
      parts={
        <PartsList
          label="Blocos"
          selected={index}
          onSelect={(at) => onPlace?.(`/blocos/${at}`)}
          onMove={
            readOnly
              ? undefined
              : (from, to) => {
                  onChange(withBlockMoved(value, from, to).content);
                  onPlace?.(`/blocos/${to}`);
                }
          }
          parts={blocks.map((each, at) => ({
            id: each.chave,
            label: titleOf(each),
            second: `${blockKinds[each.tipo]} · ${blockWidths[each.largura].toLowerCase()}`,
            problems: problems.filter(({ ponteiro }) => indexIn('/blocos', ponteiro) === at).length,
          }))}
        />
      }
      properties={
        block && index !== null ? (
          <BlockProperties key={block.chave} {...props} block={block} index={index} title={titleOf(block)} />
        ) : (
          <WholeProperties {...props} />
        )
      }
    />
  );
}

function WholeProperties({ value, onChange }: EditorProps) {
  const { titulo, filtros = [] } = contentOf('dashboards', value);
  const { data: roles = [] } = useRoute(dashboardPageRoutes.roles, {});
  const choices = roles.map(({ chave, nome }) => ({ value: chave, label: nome }));
  const period = filtros.findIndex(({ filtro }) => filtro === 'PERIODO');
  const setFilters = (chosen: readonly string[]) =>
    onChange({
      ...value,
      filtros: COMMON_FILTERS.filter((each) => chosen.includes(each)).map(
        (filtro) => filtros.find((each) => each.filtro === filtro) ?? { filtro },
      ),
    });
  return (
    <PropertyGroup kind="Painel de relatórios" title={titulo || 'Sem título'} pointer="">
      <PanelField at="/titulo" />
      <PanelField at="/descricao" multiline />
      <PanelField at="/perfis" choices={choices} />
      <PanelField at="/paginaInicialDe" choices={choices} />
      <PanelField at="/noMenuDe" choices={choices} />
      <PanelField at="/paginaPadraoDe" />
      <PanelField
        at="/filtros"
        value={filtros.map(({ filtro }) => filtro)}
        set={setFilters}
        choices={COMMON_FILTERS.map((filter: CommonFilter) => ({
          value: filter,
          label: commonFilters[filter].label,
        }))}
      />
      {period >= 0 && (
        <PanelField
          at={`/filtros/${period}/padrao`}
          value={filtros[period]?.padrao ?? 'ULTIMOS_30'}
          choices={Object.entries(filterPeriods).map(([key, { label }]) => ({ value: key, label }))}
        />
      )}
      <PanelField at="/atualizaACada" />
    </PropertyGroup>
  );
}

interface BlockPropertiesProps extends EditorProps {
  block: DashboardBlock;
  index: number;
  title: string;
}

function BlockProperties({
  value,
  onChange,
  problems,
  readOnly = false,
  block,
  index,
  title,
}: BlockPropertiesProps) {
  const { data: reports = [] } = useRoute(reportRoutes.list, { query: {} });
  const preview = useBlockPreview(
    reportOf(block) ?? undefined,
    contentOf('dashboards', value).filtros,
    block.parametros,
  );
  const result = preview.data?.resultado;
  const figures = Object.fromEntries(
    ((result?.colunas ?? []) as ReportColumn[])
      .filter((column) => isFigure(column) && !column.abre)
      .map(({ campo, titulo }) => [campo, titulo]),
  );
  const at = `/blocos/${index}`;
  const put = (change: Parameters<typeof withBlock>[2]) => onChange(withBlock(value, index, change).content);
  return (
    <PropertyGroup kind="Bloco" title={title} pointer={at}>
      <PanelField
        at={`${at}/tipo`}
        value={block.tipo}
        set={(tipo: string) => onChange(withKind(value, index, tipo as BlockKind).content)}
      />
      {isSourceKind(block.tipo) ? (
        <PanelField
          at={`${at}/fonte`}
          value={block.fonte ?? ''}
          choices={sourcesOf(block.tipo).map((name) => ({ value: name, label: blockSources[name].titulo }))}
        />
      ) : block.tipo === 'TEXTO' ? (
        <PanelField at={`${at}/texto`} multiline />
      ) : (
        <PanelField
          at={`${at}/relatorio`}
          value={block.relatorio ?? ''}
          set={(relatorio: string) =>
            put({
              relatorio,
              ...{ mostra: undefined, coluna: undefined, comparacao: undefined, parametros: undefined },
            })
          }
          choices={reports.map(({ id, titulo }) => ({ value: id, label: titulo }))}
        />
      )}
      <PanelField at={`${at}/titulo`} />
      {block.relatorio && reportOf(block) && (
        <FixedFilters
          key={block.relatorio}
          report={block.relatorio}
          fixed={block.parametros ?? {}}
          at={`${at}/parametros`}
          onChange={(parametros) => put({ parametros })}
          problems={problems}
          readOnly={readOnly}
        />
      )}
      {block.tipo === 'RELATORIO' && (
        <PanelField
          at={`${at}/mostra`}
          value={block.mostra ?? (result?.grafico ? 'GRAFICO' : 'TABELA')}
          choices={SHOWN_AS.filter(({ value: each }) => each === 'TABELA' || result?.grafico)}
        />
      )}
      {block.tipo === 'NUMERO' && (
        <>
          <PanelField at={`${at}/coluna`} choices={choicesOf(figures)} />
          <PanelField at={`${at}/comparacao`} choices={withNone('Nada', figures)} />
        </>
      )}
      <PanelField
        at={`${at}/largura`}
        value={String(block.largura)}
        set={(width: string) => put({ largura: Number(width) })}
        choices={choicesOf(WIDTH_NAMES)}
      />
      <PanelField at={`${at}/altura`} />
    </PropertyGroup>
  );
}

const SHOWN_AS = choicesOf({ GRAFICO: 'Gráfico', TABELA: 'Tabela' });

const WIDTH_NAMES: Record<string, string> = blockWidths;
