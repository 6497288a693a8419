import { EXTRA_FIELDS } from '#contract/rules/fields/campo.ts';
import type { ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import { RECORD_FACTS } from '#contract/rules/fields/recordFacts.ts';
import { CamposEditor, type CamposKind, CamposPreview } from '../campos/CamposEditor.tsx';
import { newCampo, withCampoKey } from '../campos/campoEdits.ts';
import type { EditorProps, PreviewProps } from '../editorProps.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { withNewResults } from './fieldsResults.ts';

const extraFields: CamposKind<ExtraFieldsDefinition> = {
  place: () => EXTRA_FIELDS,
  whole: {
    label: 'Conjunto',
    second: 'Título e descrição',
    pointer: '/titulo',
    title: ({ titulo }) => String(titulo ?? ''),
  },
  newField: (title, taken) => ({ ...newCampo(title, taken), coluna: true, exportar: true }),
  formOf: (definition) => fieldsForm(definition),
  withKey: withCampoKey,
  without: (definition, index, isPublished) => ({
    ...definition,
    campos: definition.campos.flatMap((campo, at) =>
      at !== index ? [campo] : isPublished ? [{ ...campo, arquivado: true }] : [],
    ),
  }),
  withNewResults,
  facts: ({ id }) => RECORD_FACTS[id] ?? [],
  hidden: ({ id }) => (id === 'ticket' ? [] : ['publico']),
};

/** A visual editor for the fields that the company adds to customers or tickets. */
export const FieldsEditor = (props: EditorProps) => (
  <CamposEditor
    {...props}
    kind={extraFields}
    whole={
      <PropertyGroup kind="Conjunto" title={String(props.value.titulo ?? '')} pointer="">
        <PanelField at="/titulo" />
        <PanelField at="/descricao" multiline />
      </PropertyGroup>
    }
  />
);

export const FieldsPreview = (props: PreviewProps) => <CamposPreview {...props} kind={extraFields} />;
