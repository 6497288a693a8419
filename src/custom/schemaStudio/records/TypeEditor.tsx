import {
  type CustomTypeDefinition,
  customRecordType,
  FILTERED_TYPES,
  SORTED_TYPES,
} from '#contract/records/customType.ts';
import { recordForm } from '#contract/records/fields/fieldSchema.ts';
import { definitionKinds } from '#contract/rules/definitions/definition.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { type Campo, OWN_TYPE_FIELDS } from '#contract/rules/fields/campo.ts';
import { SwitchProperty } from '#ui/components/inputs/PropertyFields.tsx';
import { CamposEditor, type CamposKind, CamposPreview } from '../campos/CamposEditor.tsx';
import { newCampo } from '../campos/campoEdits.ts';
import type { EditorProps, PreviewProps } from '../editorProps.ts';
import { TypeProperties } from './TypeProperties.tsx';
import {
  listed,
  withListed,
  withNewExample,
  withNewResults,
  withoutTypeField,
  withTypeFieldKey,
} from './typeEdits.ts';

const ownType: CamposKind<CustomTypeDefinition> = {
  place: () => OWN_TYPE_FIELDS,
  whole: {
    label: definitionKinds.records.singular,
    second: 'Nomes, chave, lista e permissões',
    pointer: '/titulo/um',
    title: ({ titulo }) => String(titulo?.muitos ?? ''),
  },
  newField: newCampo,
  formOf: (definition) => recordForm(customRecordType(definition)),
  withKey: withTypeFieldKey,
  without: withoutTypeField,
  withNewResults,
  withNewExample,
  // A key comes from whoever creates the record.
  hidden: ({ codigo }, { chave }) => (codigo.includes(chave) ? ['origem'] : []),
  ownType: (definition) => definition,
};

/** A visual editor for a record type: its name, its key and its fields. */
export function TypeEditor(props: EditorProps) {
  const { value, onChange, problems, readOnly = false, published } = props;
  const definition = contentOf('records', value);
  const change = (next: CustomTypeDefinition) => onChange({ ...next });
  return (
    <CamposEditor
      {...props}
      kind={ownType}
      whole={
        <TypeProperties
          definition={definition}
          published={published ? contentOf('records', published) : null}
          onChange={change}
          problems={problems}
          readOnly={readOnly}
        />
      }
      listed={(campo) => <InLists {...{ campo, definition, problems, readOnly }} onChange={change} />}
    />
  );
}

export const TypePreview = (props: PreviewProps) => <CamposPreview {...props} kind={ownType} />;

interface InListsProps extends Pick<EditorProps, 'problems' | 'readOnly'> {
  campo: Campo;
  definition: CustomTypeDefinition;
  onChange: (definition: CustomTypeDefinition) => void;
}

/** Where the list of the type shows a field. */
function InLists({ campo: { chave, tipo }, definition, onChange, problems, readOnly }: InListsProps) {
  const inList = (key: 'colunas' | 'filtros' | 'ordenaveis', label: string) => (
    <SwitchProperty
      label={label}
      pointer={`/lista/${key}`}
      value={listed(definition, key).includes(chave)}
      onChange={(on) => onChange(withListed(definition, key, chave, on))}
      problems={problems}
      readOnly={readOnly}
    />
  );
  return (
    <>
      {tipo !== 'LISTA' && inList('colunas', 'Coluna da lista')}
      {FILTERED_TYPES.has(tipo) && inList('filtros', 'Filtro da lista')}
      {SORTED_TYPES.has(tipo) && inList('ordenaveis', 'A lista se ordena por ele')}
    </>
  );
}
