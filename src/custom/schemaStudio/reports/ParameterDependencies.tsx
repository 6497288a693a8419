import {
  dependenciesOf,
  dependencyEntry,
  dependencyNames,
  dependencyOf,
} from '../../../../contract/rules/forms/optionSources.ts';
import type { ReportParameter } from '../../../../contract/rules/reports/report.ts';
import { ChoiceProperty, type PropertyProps } from '../parts/PropertyFields.tsx';

interface ParameterDependenciesProps extends Omit<PropertyProps<readonly string[]>, 'label'> {
  origem: string | undefined;
  /** Filters that stand before it: no two may wait for each other. */
  earlier: readonly ReportParameter[];
}

/** By which earlier filter the options are narrowed; none: all are offered. */
export function ParameterDependencies(props: ParameterDependenciesProps) {
  const { origem, earlier, value, onChange, ...shared } = props;
  const chosen = value.map(dependencyOf);
  return dependenciesOf(origem).map((chave) => {
    const name = dependencyNames[chave]?.nome ?? chave;
    const put = (campo: string) =>
      onChange(
        [...chosen.filter((each) => each.chave !== chave), ...(campo ? [{ chave, campo }] : [])].map(
          dependencyEntry,
        ),
      );
    return (
      <ChoiceProperty
        key={chave}
        {...shared}
        label={`As opções seguem: ${name}`}
        value={chosen.find((each) => each.chave === chave)?.campo ?? ''}
        choices={[
          { value: '', label: 'Nenhum filtro: todas as opções' },
          ...earlier.map(({ parametro, label }) => ({ value: parametro, label: `O filtro '${label}'` })),
        ]}
        onChange={put}
        help={
          earlier.length > 0
            ? 'Só filtros que vêm antes deste. Quando ele muda, este fica vazio.'
            : 'Nenhum filtro vem antes deste.'
        }
      />
    );
  });
}

/** What is proposed for a source: the earlier filter whose options are just what it asks for. */
export function proposedDependencies(origem: string, earlier: readonly ReportParameter[]): string[] {
  return dependenciesOf(origem).flatMap((chave) => {
    const found = earlier.find((each) => each.origem === dependencyNames[chave]?.origem);
    return found ? [dependencyEntry({ chave, campo: found.parametro })] : [];
  });
}
