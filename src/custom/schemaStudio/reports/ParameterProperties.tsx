import Button from '@mui/material/Button';
import { OPTION_SOURCES } from '#contract/rules/forms/formDefinition.ts';
import { formOfParameters, parametersOf, writtenInQuery } from '#contract/rules/reports/parameterSchema.ts';
import type { ParameterType, ReportParameter } from '#contract/rules/reports/report.ts';
import { parameterTypes } from '#contract/rules/reports/report.ts';
import { choicesOf } from '#ui/components/inputs/PropertyFields.tsx';
import { optionValueFrom } from '../campos/campoEdits.ts';
import { OptionList } from '../parts/FieldValues.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { ParameterDependencies, proposedDependencies } from './DefaultDays.tsx';
import { ParameterValue } from './ParameterValue.tsx';
import type { PieceProps } from './pieceProps.ts';

const WITH_OPTIONS: readonly ParameterType[] = ['SELECT', 'MULTISELECT', 'RADIO', 'CHECKBOX'];
/** Where the size of each type stands in its schema. */
const SIZES: Partial<Record<ParameterType, string>> = {
  TEXT: 'maxLength',
  TEXTAREA: 'maxLength',
  NUMBER: 'maximum',
  MULTISELECT: 'maxItems',
  CHECKBOX: 'maxItems',
  DATERANGE: 'x-periodo/dias',
};
const SOURCES = Object.entries(OPTION_SOURCES).map(([value, { titulo }]) => ({ value, label: titulo }));

interface ParameterPropertiesProps extends PieceProps {
  name: string;
  /** The filter in the published version; undefined for a new one. */
  published: ReportParameter | undefined;
  onLabel: (label: string) => void;
  onRemove: () => void;
}

/** A filter of the report: its label and input, the source of its options, and its default. */
export function ParameterProperties(props: ParameterPropertiesProps) {
  const { report, set, problems, readOnly, name, published, onLabel, onRemove } = props;
  const parameters = parametersOf(report.parametros);
  const index = parameters.findIndex(({ parametro }) => parametro === name);
  const parameter = parameters[index];
  if (!parameter) return null;
  const earlier = parameters.slice(0, index);
  const change = (changes: Changes) =>
    set(['parametros'], formOfParameters(parameters.with(index, cleaned({ ...parameter, ...changes }))));
  const schema = `/parametros/schema/properties/${name}`;
  const ui = `/parametros/ui/${name}`;
  const shared = { problems, readOnly };
  const size = SIZES[parameter.tipo];
  const hasOptions = WITH_OPTIONS.includes(parameter.tipo);
  return (
    <PropertyGroup kind={`Filtro ${writtenInQuery(parameter)}`} title={parameter.label} pointer={schema}>
      <PanelField
        at={`${schema}/title`}
        set={onLabel}
        help={
          published
            ? undefined
            : `Na consulta: ${writtenInQuery(parameter)}. Segue o rótulo até a primeira publicação.`
        }
      />
      <PanelField
        at={`${ui}/ui:widget`}
        value={parameter.tipo}
        choices={choicesOf(parameterTypes)}
        set={(tipo: string) => change({ ...UNDECORATED, tipo: tipo as ParameterType })}
        help=""
      />
      <PanelField
        at={`${schema}/description`}
        set={(ajuda: string) => change({ ajuda: ajuda || undefined })}
      />
      <PanelField
        at="/parametros/schema/required"
        value={parameter.obrigatorio}
        set={(obrigatorio: boolean) => change({ obrigatorio })}
        help=""
      />
      {size && (
        <PanelField
          at={`${schema}/${size}`}
          value={parameter.tamanho ?? null}
          set={(tamanho: number | null) => change({ tamanho: tamanho || undefined })}
        />
      )}
      {hasOptions && (
        <PanelField
          at={`${ui}/ui:options/origem`}
          none="Escritas abaixo"
          choices={SOURCES}
          set={(origem: string) => change(withSource(origem, earlier))}
        />
      )}
      {hasOptions && (
        <ParameterDependencies
          {...shared}
          pointer={`${ui}/ui:options/dependeDe`}
          origem={parameter.origem}
          earlier={earlier}
          value={parameter.dependeDe ?? []}
          onChange={(entries) => change({ dependeDe: entries.length > 0 ? [...entries] : undefined })}
        />
      )}
      {hasOptions && parameter.origem === undefined && (
        <OptionList
          {...shared}
          pointer={`${schema}/enum`}
          placesOf={({ valor }, at) => ({
            valor: `${schema}/enum/${at}`,
            rotulo: `${ui}/ui:enumNames/${valor}`,
          })}
          options={parameter.opcoes}
          known={new Set(published?.opcoes.map(({ valor }) => valor))}
          valueFrom={optionValueFrom}
          archives={false}
          onChange={(opcoes) => change({ opcoes: opcoes.map(({ valor, rotulo }) => ({ valor, rotulo })) })}
        />
      )}
      <ParameterDefault {...shared} parameter={parameter} at={schema} onChange={change} />
      {!readOnly && (
        <Button color="error" onClick={onRemove} sx={{ justifySelf: 'start' }}>
          Retirar este filtro
        </Button>
      )}
    </PropertyGroup>
  );
}

interface ParameterDefaultProps extends Pick<PieceProps, 'problems' | 'readOnly'> {
  parameter: ReportParameter;
  at: string;
  onChange: (changes: Changes) => void;
}

function ParameterDefault({ parameter, at, onChange, ...shared }: ParameterDefaultProps) {
  return (
    <ParameterValue
      {...shared}
      parameter={parameter}
      label="Começa com"
      pointer={`${at}/default`}
      value={parameter.valorpadrao}
      onChange={(next) => onChange({ valorpadrao: next })}
    />
  );
}

/** Settings that are cleared when the type changes. */
const UNDECORATED = {
  tamanho: undefined,
  valorpadrao: undefined,
  origem: undefined,
  dependeDe: undefined,
  opcoes: [],
};

function withSource(origem: string, earlier: readonly ReportParameter[]): Changes {
  if (!origem) return { origem: undefined, dependeDe: undefined, valorpadrao: undefined };
  const dependeDe = proposedDependencies(origem, earlier);
  return {
    origem,
    opcoes: [],
    valorpadrao: undefined,
    dependeDe: dependeDe.length > 0 ? dependeDe : undefined,
  };
}

type Changes = { [K in keyof ReportParameter]?: ReportParameter[K] | undefined };

const cleaned = (parameter: Changes): ReportParameter =>
  Object.fromEntries(
    Object.entries(parameter).filter(([, value]) => value !== undefined),
  ) as unknown as ReportParameter;
