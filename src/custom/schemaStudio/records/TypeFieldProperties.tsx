import Button from '@mui/material/Button';
import type { Problem } from '#contract/config/definitions.ts';
import { type CustomField, type CustomTypeDefinition, fieldsByKey } from '#contract/records/customType.ts';
import { recordForm } from '#contract/records/fields/fieldSchema.ts';
import type { FieldOwner } from '#contract/records/fields/recordField.ts';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import type { UiSchema } from '#contract/rules/forms/formDefinition.ts';
import { optionValueFrom } from '../fields/fieldEdits.ts';
import { DefaultValue, OptionList } from '../parts/FieldValues.tsx';
import { ChoiceProperty, SwitchProperty, TextProperty } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { ListFieldItems, ReferenceProperty, TypeFieldLimits } from './ListFieldItems.tsx';
import {
  type CustomFieldType,
  changedTypeField,
  fieldTypeNames,
  listed,
  retypedField,
  withListed,
  withoutTypeField,
  wordOf,
} from './typeEdits.ts';

interface TypeFieldPropertiesProps {
  field: CustomField;
  index: number;
  definition: CustomTypeDefinition;
  /** The field as published, which existing records conform to; absent for a new field. */
  publishedField: CustomField | undefined;
  onChange: (field: CustomField) => void;
  onDefinition: (definition: CustomTypeDefinition) => void;
  /** Changes the title, and possibly the key derived from it. */
  onTitle: (title: string) => void;
  onKey: (key: string) => void;
  onRemove: () => void;
  problems: Problem[];
  readOnly: boolean;
}

const FILTERED: ReadonlySet<string> = new Set(['SELECT', 'CHECKBOX', 'REFERENCIA']);
const SORTED: ReadonlySet<string> = new Set(['DATE', 'INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL']);

const OWNER_CHOICES: { value: FieldOwner; label: string }[] = [
  { value: 'AMBOS', label: 'Quem gravou por último' },
  { value: 'ERP', label: 'O ERP' },
  { value: 'CONSOLE', label: 'O console' },
];

/** A field's name, what it accepts, and where it is shown. */
export function TypeFieldProperties(props: TypeFieldPropertiesProps) {
  const { field, index, definition, publishedField, onChange, onDefinition, ...rest } = props;
  const { onTitle, onKey, onRemove, problems, readOnly } = rest;
  const { chave, tipo } = field;
  const at = `/campos/${index}`;
  const shared = { problems, readOnly };
  const change = (changes: Partial<CustomField>) => onChange(changedTypeField(field, changes));
  const flag = (
    key: 'obrigatorio' | 'fixo' | 'sigiloso' | 'pessoal' | 'largo',
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
  const inList = (key: 'colunas' | 'filtros' | 'ordenaveis', label: string, help?: string) => (
    <SwitchProperty
      {...shared}
      label={label}
      help={help}
      pointer={`/lista/${key}`}
      value={listed(definition, key).includes(chave)}
      onChange={(on) => onDefinition(withListed(definition, key, chave, on))}
    />
  );
  return (
    <PropertyGroup kind={`Campo ${chave}`} title={field.titulo} pointer={at}>
      <TextProperty
        {...shared}
        label={wordOf('titulo')}
        pointer={`${at}/titulo`}
        value={field.titulo}
        onChange={onTitle}
        maxLength={60}
      />
      <TextProperty
        {...shared}
        label={wordOf('chave')}
        pointer={`${at}/chave`}
        value={chave}
        onChange={onKey}
        readOnly={readOnly || publishedField !== undefined}
        help={
          publishedField === undefined
            ? 'Segue o título até ser publicada; depois não muda.'
            : 'Não muda mais: os registros guardam o valor por ela.'
        }
        maxLength={40}
        commitOnBlur
      />
      <ChoiceProperty
        {...shared}
        label={wordOf('tipo')}
        pointer={`${at}/tipo`}
        value={tipo}
        onChange={(next) => onChange(retypedField(field, next as CustomFieldType))}
        choices={Object.entries(fieldTypeNames).map(([value, label]) => ({ value, label }))}
      />
      {tipo === 'REFERENCIA' && (
        <ReferenceProperty
          {...shared}
          pointer={`${at}/referencia`}
          value={field.referencia ?? ''}
          onChange={(referencia) => change({ referencia })}
          readOnly={readOnly || publishedField !== undefined}
          own={definition}
        />
      )}
      <TextProperty
        {...shared}
        label={wordOf('ajuda')}
        pointer={`${at}/ajuda`}
        value={field.ajuda ?? ''}
        onChange={(ajuda) => change({ ajuda })}
        maxLength={200}
        multiline
      />
      {tipo !== 'LISTA' && flag('obrigatorio', 'Obrigatório')}
      {tipo === 'SELECT' && (
        <OptionList
          {...shared}
          pointer={`${at}/opcoes`}
          placesOf={(_option, place) => ({
            valor: `${at}/opcoes/${place}/valor`,
            rotulo: `${at}/opcoes/${place}/rotulo`,
          })}
          options={field.opcoes ?? []}
          known={new Set(publishedField?.opcoes?.map(({ valor }) => valor))}
          valueFrom={optionValueFrom}
          archives={false}
          onChange={(opcoes) => onChange({ ...field, opcoes })}
        />
      )}
      {tipo === 'LISTA' && (
        <ListFieldItems
          {...shared}
          field={field}
          at={at}
          publishedField={publishedField}
          onChange={onChange}
          own={definition}
        />
      )}
      <TypeFieldLimits {...shared} field={field} at={at} onChange={change} />
      {!readOnly && !field.arquivado && tipo !== 'LISTA' && tipo !== 'REFERENCIA' && (
        <DefaultValue
          pointer={`${at}/padrao`}
          {...drawn(field)}
          value={field.padrao}
          onChange={(padrao) => change({ padrao: padrao as CustomField['padrao'] })}
        />
      )}
      {tipo !== 'LISTA' && !field.arquivado && inList('colunas', 'Coluna da lista')}
      {FILTERED.has(tipo) && !field.arquivado && inList('filtros', 'Filtro da lista')}
      {SORTED.has(tipo) && !field.arquivado && inList('ordenaveis', 'A lista se ordena por ele')}
      {!field.fixo && !definition.codigo.includes(chave) && (
        <ChoiceProperty
          {...shared}
          label={wordOf('origem')}
          pointer={`${at}/origem`}
          value={field.origem ?? 'AMBOS'}
          onChange={(origem) => change({ origem: origem as FieldOwner })}
          choices={OWNER_CHOICES}
        />
      )}
      {flag('fixo', 'Não muda depois de criado')}
      {flag('sigiloso', 'Fora da auditoria', 'O valor não vai para o histórico de alterações.')}
      {flag('pessoal', 'Dado pessoal', 'Esvaziado quando a pessoa pede a eliminação dos seus dados (LGPD).')}
      {flag('largo', 'Na largura toda do formulário')}
      {!readOnly && (
        <div>
          {publishedField === undefined ? (
            <Button color="error" onClick={onRemove}>
              Excluir campo
            </Button>
          ) : (
            <Button
              color="inherit"
              onClick={() =>
                field.arquivado
                  ? change({ arquivado: false })
                  : onDefinition(withoutTypeField(definition, index, true))
              }
            >
              {field.arquivado ? 'Desarquivar campo' : 'Arquivar campo'}
            </Button>
          )}
        </div>
      )}
    </PropertyGroup>
  );
}

/** The single field, in the form that its record uses. */
function drawn(field: CustomField): { schema: JsonSchema; ui: UiSchema } {
  const { chave } = field;
  const alone = [{ ...field, obrigatorio: false, arquivado: false }];
  const { schema, ui } = recordForm({ campos: fieldsByKey(alone) });
  const properties = schema.properties as Record<string, JsonSchema>;
  return { schema: properties[chave] ?? {}, ui: ((ui as Record<string, unknown>)[chave] ?? {}) as UiSchema };
}
