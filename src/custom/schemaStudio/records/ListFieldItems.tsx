import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import type { Problem } from '#contract/config/definitions.ts';
import { type CustomField, type CustomTypeDefinition, inUse } from '#contract/records/customType.ts';
import { standardTypes } from '#contract/records/index.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import { ownTypeRoutes } from '#contract/records/routes/ownTypes.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { useRoute } from '#data/useRoute.ts';
import { keyFrom } from '../fields/fieldEdits.ts';
import {
  ChoiceProperty,
  MultiChoiceProperty,
  NumberProperty,
  SwitchProperty,
  TextProperty,
} from '../parts/PropertyFields.tsx';
import {
  type CustomFieldType,
  changedTypeField,
  fieldTypeNames,
  newTypeField,
  retypedField,
  wordOf,
} from './typeEdits.ts';

interface ListFieldItemsProps {
  field: CustomField;
  at: string;
  publishedField: CustomField | undefined;
  onChange: (field: CustomField) => void;
  own: CustomTypeDefinition;
  problems: Problem[];
  readOnly: boolean;
}

/** The fields of a list's item. Options and limits of these fields are edited as JSON. */
export function ListFieldItems({ field, at, publishedField, onChange, own, ...shared }: ListFieldItemsProps) {
  const campos = field.campos ?? [];
  const put = (next: readonly CustomField[], codigo = field.codigo ?? []) =>
    onChange({ ...field, campos: next, codigo });
  const keys = campos.map(({ chave }) => chave);
  const add = () => put([...campos, newTypeField(`Campo ${campos.length + 1}`, keys)]);
  return (
    <fieldset data-pointer={`${at}/campos`} style={FIELDSET}>
      <legend style={LEGEND}>Campos de um item</legend>
      <TextProperty
        {...shared}
        label={wordOf('item')}
        pointer={`${at}/item`}
        value={field.item ?? ''}
        onChange={(item) => onChange(changedTypeField(field, { item }))}
        maxLength={40}
      />
      <NumberProperty
        {...shared}
        label={wordOf('emColunas')}
        pointer={`${at}/emColunas`}
        value={field.emColunas ?? null}
        onChange={(most) => onChange(changedTypeField(field, { emColunas: most ?? undefined }))}
        help="De uma lista de vários campos, quantos itens cabem nas colunas de uma linha: Produto 1, Quantidade 1, Produto 2…"
      />
      {campos.map((one, index) => {
        const place = `${at}/campos/${index}`;
        const held = publishedField?.campos?.some(({ chave }) => chave === one.chave) ?? false;
        const set = (next: CustomField) => put(campos.map((each, i) => (i === index ? next : each)));
        const retitle = (titulo: string) => {
          const taken = campos.filter((_, i) => i !== index).map(({ chave }) => chave);
          const follows = !held && one.chave === keyFrom(one.titulo, taken);
          const chave = follows ? keyFrom(titulo, taken) : one.chave;
          put(
            campos.map((each, i) => (i === index ? { ...one, titulo, chave } : each)),
            (field.codigo ?? []).map((key) => (key === one.chave ? chave : key)),
          );
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: its key changes while typing
          <fieldset key={index} aria-label={`Campo ${index + 1} do item`} style={FIELDSET}>
            <TextProperty
              {...shared}
              label={`${wordOf('titulo')}${one.arquivado ? ' (arquivado)' : ''}`}
              pointer={`${place}/titulo`}
              value={one.titulo}
              onChange={retitle}
              maxLength={60}
            />
            <ChoiceProperty
              {...shared}
              label={wordOf('tipo')}
              pointer={`${place}/tipo`}
              value={one.tipo}
              onChange={(tipo) => set(retypedField(one, tipo as CustomFieldType))}
              choices={Object.entries(fieldTypeNames)
                .filter(([value]) => value !== 'LISTA')
                .map(([value, label]) => ({ value, label }))}
            />
            {one.tipo === 'REFERENCIA' && (
              <ReferenceProperty
                {...shared}
                pointer={`${place}/referencia`}
                value={one.referencia ?? ''}
                onChange={(referencia) => set({ ...one, referencia })}
                readOnly={shared.readOnly || held}
                own={own}
              />
            )}
            <SwitchProperty
              {...shared}
              label={wordOf('obrigatorio')}
              pointer={`${place}/obrigatorio`}
              value={one.obrigatorio ?? false}
              onChange={(obrigatorio) => set(changedTypeField(one, { obrigatorio }))}
            />
            {!shared.readOnly && (
              <div>
                <Button
                  size="small"
                  color={held ? 'inherit' : 'error'}
                  onClick={() =>
                    held
                      ? set(changedTypeField(one, { arquivado: !one.arquivado }))
                      : put(
                          campos.filter((_, i) => i !== index),
                          (field.codigo ?? []).filter((key) => key !== one.chave),
                        )
                  }
                >
                  {held ? (one.arquivado ? 'Desarquivar' : 'Arquivar') : 'Excluir'} {one.titulo}
                </Button>
              </div>
            )}
          </fieldset>
        );
      })}
      {!shared.readOnly && (
        <div>
          <Button startIcon={<AddOutlined />} onClick={add}>
            Incluir campo do item
          </Button>
        </div>
      )}
      <MultiChoiceProperty
        {...shared}
        label="Um item é reconhecido por"
        pointer={`${at}/codigo`}
        value={field.codigo ?? []}
        onChange={(codigo) => onChange({ ...field, codigo })}
        choices={inUse(campos).map(({ chave, titulo }) => ({ value: chave, label: titulo }))}
        help="Campos obrigatórios. Juntos não se repetem na lista."
      />
    </fieldset>
  );
}

const FIELDSET = { display: 'grid', gap: 10, margin: 0, padding: 0, border: 0, minWidth: 0 } as const;

const LEGEND = { padding: 0, marginBottom: 8, fontSize: 13, fontWeight: 600 } as const;

interface ReferencePropertyProps {
  pointer: string;
  value: string;
  onChange: (key: string) => void;
  own: CustomTypeDefinition;
  problems: Problem[];
  readOnly: boolean;
}

/** Types that are identified by a single value. */
const STANDARD = Object.values(standardTypes as Record<string, AnyRecordType>)
  .filter(({ codigo, campos }) => codigo.length === 1 && campos[codigo[0] ?? '']?.tipo !== 'REFERENCIA')
  .map(({ chave, titulo }) => ({ value: chave, label: upperFirst(titulo.muitos) }));

/** The type that a field refers to: a standard type or one of the company's own. */
export function ReferenceProperty({ own, ...props }: ReferencePropertyProps) {
  const { data } = useRoute(ownTypeRoutes.list, {}, { staleTime: 30_000 });
  const others = (data?.itens ?? [])
    .filter(({ chave }) => chave !== own.chave)
    .map(({ chave, titulo }) => ({ value: chave, label: upperFirst(titulo.muitos) }));
  const choices = [
    ...STANDARD,
    ...others,
    { value: 'pessoas', label: upperFirst('pessoas') },
    { value: 'tickets', label: upperFirst('tickets') },
    { value: own.chave, label: `${upperFirst(own.titulo.muitos)} (este cadastro)` },
  ].sort((a, b) => a.label.localeCompare(b.label, 'pt-BR'));
  return <ChoiceProperty {...props} label="Refere-se a" choices={choices} />;
}

interface TypeFieldLimitsProps {
  field: CustomField;
  at: string;
  onChange: (changes: Partial<CustomField>) => void;
  problems: Problem[];
  readOnly: boolean;
}

const TEXTS = ['TEXT', 'TEXTAREA', 'EMAIL'];

const DECIMALS = ['DECIMAL', 'DINHEIRO', 'PERCENTUAL'];

/** Length, range and text pattern. */
export function TypeFieldLimits({ field, at, onChange, ...shared }: TypeFieldLimitsProps) {
  const { tipo } = field;
  const decimal = DECIMALS.includes(tipo);
  const number = decimal || tipo === 'INTEIRO';
  const limit = (key: 'tamanho' | 'casas' | 'minimo' | 'maximo', label: string, unit = '') => (
    <NumberProperty
      {...shared}
      label={label}
      unit={unit}
      any={decimal && (key === 'minimo' || key === 'maximo')}
      pointer={`${at}/${key}`}
      value={field[key] ?? null}
      onChange={(value) => onChange({ [key]: value ?? undefined })}
    />
  );
  const text = (key: 'expressao' | 'expressaoMensagem', label: string, help: string, maxLength: number) => (
    <TextProperty
      {...shared}
      label={label}
      pointer={`${at}/${key}`}
      value={field[key] ?? ''}
      onChange={(value) => onChange({ [key]: value })}
      help={help}
      maxLength={maxLength}
    />
  );
  return (
    <>
      {TEXTS.includes(tipo) && limit('tamanho', 'Tamanho máximo', 'caracteres')}
      {tipo === 'TEXT' &&
        text('expressao', 'Expressão', 'O texto precisa segui-la: ^CT-\\d{1,8}$ pede CT- e números.', 300)}
      {tipo === 'TEXT' &&
        field.expressao &&
        text('expressaoMensagem', 'Texto quando não segue', 'O que se diz a quem escreve outra coisa.', 120)}
      {decimal && limit('casas', 'Casas depois da vírgula', 'casas')}
      {number && limit('minimo', 'Menor valor')}
      {number && limit('maximo', 'Maior valor')}
    </>
  );
}
