import Button from '@mui/material/Button';
import type { Problem } from '#contract/config/definitions.ts';
import {
  DEFAULT_DECIMALS,
  DEFAULT_SIZE,
  EXTRA_FIELD_TYPES,
  type ExtraField,
  type ExtraFieldsDefinition,
  type ExtraFieldType,
  fieldSchema,
  fieldTypes,
  fieldUi,
} from '#contract/rules/fields/fieldSchema.ts';
import { DefaultValue, OptionList } from '../parts/FieldValues.tsx';
import { ChoiceProperty, NumberProperty, SwitchProperty, TextProperty } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { changedField, optionValueFrom, retyped } from './fieldEdits.ts';
import { VisibleWhen } from './VisibleWhen.tsx';

interface FieldPropertiesProps {
  field: ExtraField;
  index: number;
  definition: ExtraFieldsDefinition;
  /** The type of the values that records already hold; absent for a new field. */
  publishedType: ExtraFieldType | undefined;
  onChange: (field: ExtraField) => void;
  /** Changes the title, and possibly the key derived from it. */
  onTitle: (title: string) => void;
  onKey: (key: string) => void;
  /** Option values that records may already hold. */
  publishedOptions: ReadonlySet<string>;
  onRemove: () => void;
  problems: Problem[];
  readOnly: boolean;
}

/** A field's name, what it accepts, when it is asked for, and where it is shown. */
export function FieldProperties(props: FieldPropertiesProps) {
  const {
    field,
    index,
    definition,
    publishedType,
    publishedOptions,
    onChange,
    onTitle,
    onKey,
    onRemove,
    problems,
    readOnly,
  } = props;
  const at = `/campos/${index}`;
  const shared = { problems, readOnly };
  const change = (changes: Partial<ExtraField>) => onChange(changedField(field, changes));
  const flag = (
    key: 'obrigatorio' | 'coluna' | 'filtravel' | 'exportar' | 'publico' | 'pessoal',
    label: string,
    help?: string,
  ) => (
    <SwitchProperty
      {...shared}
      label={label}
      help={help}
      pointer={`${at}/${key}`}
      value={field[key] ?? false}
      onChange={(value) => change({ [key]: value })}
    />
  );
  const groups = [...new Set(definition.campos.flatMap(({ grupo }) => grupo ?? []))];
  return (
    <PropertyGroup kind={`Campo ${field.chave}`} title={field.titulo} pointer={at}>
      <TextProperty
        {...shared}
        label="Título"
        pointer={`${at}/titulo`}
        value={field.titulo}
        onChange={onTitle}
        maxLength={60}
      />
      <TextProperty
        {...shared}
        label="Chave"
        pointer={`${at}/chave`}
        value={field.chave}
        onChange={onKey}
        readOnly={readOnly || publishedType !== undefined}
        help={
          publishedType === undefined
            ? 'Segue o título até ser publicada; depois não muda.'
            : 'Não muda mais: os registros guardam o valor por ela.'
        }
        maxLength={40}
        commitOnBlur
      />
      <ChoiceProperty
        {...shared}
        label="Tipo"
        pointer={`${at}/tipo`}
        value={field.tipo}
        onChange={(tipo) => onChange(retyped(field, tipo as ExtraFieldType))}
        choices={typesFor(field, publishedType).map((value) => ({ value, label: fieldTypes[value].label }))}
        help={publishedType === undefined ? undefined : 'Só os tipos que não estragam o que já foi guardado.'}
      />
      <TextProperty
        {...shared}
        label="Ajuda"
        pointer={`${at}/ajuda`}
        value={field.ajuda ?? ''}
        onChange={(ajuda) => change({ ajuda })}
        maxLength={200}
        multiline
      />
      <TextProperty
        {...shared}
        label="Grupo"
        pointer={`${at}/grupo`}
        value={field.grupo ?? ''}
        onChange={(grupo) => change({ grupo })}
        suggestions={groups}
        maxLength={60}
        help="Campos do mesmo grupo ficam juntos."
      />
      {flag('obrigatorio', 'Obrigatório', 'Pedido em registros novos e nos que forem alterados.')}
      {fieldTypes[field.tipo].options && (
        <OptionList
          {...shared}
          pointer={`${at}/opcoes`}
          placesOf={(_option, place) => ({
            valor: `${at}/opcoes/${place}/valor`,
            rotulo: `${at}/opcoes/${place}/rotulo`,
          })}
          options={field.opcoes ?? []}
          known={publishedOptions}
          valueFrom={optionValueFrom}
          archives
          onChange={(opcoes) => onChange({ ...field, opcoes })}
        />
      )}
      <LimitProperties {...shared} field={field} at={at} onChange={change} />
      {!readOnly && !field.arquivado && (
        <DefaultValue
          pointer={`${at}/padrao`}
          schema={fieldSchema({ ...field, obrigatorio: false })}
          ui={fieldUi(field)}
          value={field.padrao}
          onChange={(padrao) => change({ padrao })}
        />
      )}
      <VisibleWhen {...shared} field={field} at={at} definition={definition} onChange={change} />
      {flag('coluna', 'Pode ser coluna da lista')}
      {fieldTypes[field.tipo].filter !== null && flag('filtravel', 'Pode filtrar a lista')}
      {flag('exportar', 'Vai nas planilhas exportadas')}
      {definition.id === 'ticket' && flag('publico', 'Consumidores e representantes veem e preenchem')}
      {flag(
        'pessoal',
        'Dado pessoal',
        'Só o vê, e o preenche, quem tem a permissão de ver dados pessoais (LGPD).',
      )}
      {!readOnly && (
        <div>
          {publishedType === undefined ? (
            <Button color="error" onClick={onRemove}>
              Excluir campo
            </Button>
          ) : (
            <Button color="inherit" onClick={() => change({ arquivado: !field.arquivado })}>
              {field.arquivado ? 'Desarquivar campo' : 'Arquivar campo'}
            </Button>
          )}
        </div>
      )}
    </PropertyGroup>
  );
}

/** All types for a new field; for one with existing values, its type and those it may be converted to. */
const typesFor = ({ tipo }: ExtraField, published: ExtraFieldType | undefined): ExtraFieldType[] =>
  published === undefined
    ? [...EXTRA_FIELD_TYPES]
    : EXTRA_FIELD_TYPES.filter(
        (each) => each === tipo || each === published || fieldTypes[published].mayBecome.includes(each),
      );

interface LimitPropertiesProps {
  field: ExtraField;
  at: string;
  onChange: (changes: Partial<ExtraField>) => void;
  problems: Problem[];
  readOnly: boolean;
}

const TEXTS = ['TEXT', 'TEXTAREA', 'EMAIL'];

/** Limits on length, number and size. */
function LimitProperties({ field, at, onChange, ...shared }: LimitPropertiesProps) {
  const { tipo } = field;
  const number = fieldTypes[tipo].number === true;
  const limit = (
    key: 'tamanho' | 'casas' | 'minimo' | 'maximo',
    label: string,
    unit: string,
    usual?: number,
  ) => (
    <NumberProperty
      {...shared}
      label={label}
      unit={unit}
      any={key === 'minimo' || key === 'maximo'}
      pointer={`${at}/${key}`}
      value={field[key] ?? null}
      onChange={(value) => onChange({ [key]: value ?? undefined })}
      help={usual === undefined ? undefined : `Em branco: ${usual}.`}
    />
  );
  return (
    <>
      {TEXTS.includes(tipo) && limit('tamanho', 'Tamanho máximo', 'caracteres', DEFAULT_SIZE[tipo])}
      {tipo === 'MULTISELECT' && limit('tamanho', 'No máximo', 'escolhas')}
      {tipo === 'DECIMAL' && limit('casas', 'Casas depois da vírgula', 'casas', DEFAULT_DECIMALS)}
      {number && limit('minimo', 'Menor valor', '')}
      {number && limit('maximo', 'Maior valor', '')}
    </>
  );
}
