import Button from '@mui/material/Button';
import { OPTION_SOURCES } from '../../../../contract/rules/forms/optionSources.ts';
import { formOfParameters } from '../../../../contract/rules/reports/parameterSchema.ts';
import { parametersOf } from '../../../../contract/rules/reports/parametersOf.ts';
import type { ParameterType, ReportParameter } from '../../../../contract/rules/reports/report.ts';
import { ChoiceProperty, NumberProperty, SwitchProperty, TextProperty } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { DefaultDays } from './DefaultDays.tsx';
import type { PieceProps } from './ReportEditor.tsx';
import { choicesOf, parameterTypes } from './reportNames.ts';

const WITH_OPTIONS: readonly ParameterType[] = ['SELECT', 'MULTISELECT', 'RADIO', 'CHECKBOX'];
const SIZES: Partial<Record<ParameterType, [label: string, unit: string]>> = {
  TEXT: ['Tamanho máximo', 'caracteres'],
  TEXTAREA: ['Tamanho máximo', 'caracteres'],
  NUMBER: ['Tamanho máximo', 'dígitos'],
  MULTISELECT: ['Escolhas, no máximo', 'escolhas'],
  CHECKBOX: ['Escolhas, no máximo', 'escolhas'],
  DATERANGE: ['Período, no máximo', 'dias'],
};
const SOURCES = [
  { value: '', label: 'Escritas abaixo' },
  ...Object.entries(OPTION_SOURCES).map(([value, { titulo }]) => ({ value, label: titulo })),
];

/** A filter of the report: how it is called and asked, and from where its options come. */
export function ParameterProperties({
  report,
  set,
  problems,
  readOnly,
  name,
  onRemove,
}: PieceProps & { name: string; onRemove: () => void }) {
  const parameters = parametersOf(report.parametros);
  const index = parameters.findIndex(({ parametro }) => parametro === name);
  const parameter = parameters[index];
  if (!parameter) return null;
  const change = (changes: Partial<ReportParameter>) =>
    set(
      ['parametros'],
      formOfParameters(
        parameters.map((each, at) => (at === index ? cleaned({ ...each, ...changes }) : each)),
      ),
    );
  const schema = `/parametros/schema/properties/${name}`;
  const ui = `/parametros/ui/${name}`;
  const shared = { problems, readOnly };
  const size = SIZES[parameter.tipo];
  const hasOptions = WITH_OPTIONS.includes(parameter.tipo);
  return (
    <PropertyGroup kind={`Filtro :${name}`} title={parameter.label} pointer={schema}>
      <TextProperty
        {...shared}
        label="Rótulo"
        pointer={`${schema}/title`}
        value={parameter.label}
        onChange={(label) => change({ label })}
        maxLength={80}
      />
      <ChoiceProperty
        {...shared}
        label="Tipo"
        pointer={`${ui}/ui:widget`}
        value={parameter.tipo}
        choices={choicesOf(parameterTypes)}
        onChange={(tipo) => change({ ...BARE, tipo: tipo as ParameterType })}
      />
      <TextProperty
        {...shared}
        label="Ajuda"
        pointer={`${schema}/description`}
        value={parameter.ajuda ?? ''}
        onChange={(ajuda) => change({ ajuda: ajuda || undefined })}
        maxLength={200}
      />
      <SwitchProperty
        {...shared}
        label="Obrigatório"
        pointer="/parametros/schema/required"
        value={parameter.obrigatorio}
        onChange={(obrigatorio) => change({ obrigatorio })}
      />
      {size && (
        <NumberProperty
          {...shared}
          label={size[0]}
          unit={size[1]}
          pointer={`${schema}/maxLength`}
          value={parameter.tamanho ?? null}
          onChange={(tamanho) => change({ tamanho: tamanho || undefined })}
        />
      )}
      {hasOptions && (
        <ChoiceProperty
          {...shared}
          label="De onde vêm as opções"
          pointer={`${ui}/ui:options/origem`}
          value={parameter.origem ?? ''}
          choices={SOURCES}
          onChange={(origem) => change(withSource(origem, parameters.slice(0, index)))}
        />
      )}
      {hasOptions && parameter.origem === undefined && (
        <TextProperty
          {...shared}
          label="Opções"
          pointer={`${schema}/enum`}
          value={parameter.opcoes.map(optionText).join('\n')}
          onChange={(text) => change({ opcoes: optionsOf(text) })}
          multiline
          commitOnBlur
          help="Uma por linha: valor = rótulo, como A = Aprovado."
        />
      )}
      {parameter.dependeDe && (
        <p style={{ margin: 0, fontSize: 13 }}>As opções seguem o filtro {parameter.dependeDe.join(', ')}.</p>
      )}
      {(parameter.tipo === 'DATE' || parameter.tipo === 'DATERANGE') && (
        <DefaultDays
          {...shared}
          pointer={`${schema}/default`}
          isRange={parameter.tipo === 'DATERANGE'}
          value={parameter.valorpadrao}
          onChange={(valorpadrao) => change({ valorpadrao })}
        />
      )}
      {!readOnly && (
        <Button color="error" onClick={onRemove} sx={{ justifySelf: 'start' }}>
          Retirar este filtro
        </Button>
      )}
    </PropertyGroup>
  );
}

/** What belongs to one type does not follow into another. */
const BARE = {
  tamanho: undefined,
  valorpadrao: undefined,
  origem: undefined,
  dependeDe: undefined,
  opcoes: [],
};

/** A source whose options depend on an earlier filter follows it at once. */
function withSource(origem: string, earlier: readonly ReportParameter[]): Partial<ReportParameter> {
  if (!origem) return { origem: undefined, dependeDe: undefined };
  const source = OPTION_SOURCES[origem as keyof typeof OPTION_SOURCES] as { dependeDe?: readonly string[] };
  const dependeDe = earlier
    .map(({ parametro }) => parametro)
    .filter((each) => source.dependeDe?.includes(each));
  return { origem, opcoes: [], dependeDe: dependeDe.length > 0 ? dependeDe : undefined };
}

const optionText = ({ valor, rotulo }: ReportParameter['opcoes'][number]) => `${valor} = ${rotulo}`;

const optionsOf = (text: string): ReportParameter['opcoes'] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [valor = '', ...rest] = line.split('=');
      return { valor: valor.trim(), rotulo: rest.join('=').trim() || valor.trim() };
    });

const cleaned = (
  parameter: { [K in keyof ReportParameter]: ReportParameter[K] | undefined },
): ReportParameter =>
  Object.fromEntries(
    Object.entries(parameter).filter(([, value]) => value !== undefined),
  ) as unknown as ReportParameter;
