import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { getDefaultRegistry } from '@rjsf/core';
import { Templates } from '@rjsf/mui';
import {
  type Experimental_DefaultFormStateBehavior,
  type FieldProps,
  type FieldTemplateProps,
  type ObjectFieldTemplateProps,
  type Registry,
  replaceStringParameters,
  TranslatableString,
} from '@rjsf/utils';
import { useContext } from 'react';
import { GroupParts, useForm } from '../store/formContext.ts';
import { isPlainObject, pointerOf } from '../store/paths.ts';
import { widgetNameOf } from '../widgets/widgets.ts';
import { AlternativesField, InAlternative } from './Alternatives.tsx';
import { ArrayGroup, ArrayItem } from './ArrayGroup.tsx';
import { LeafField } from './LeafField.tsx';

/** Where two columns fit. Uses the width of the form instead of the window, since it is narrower beside a rail. */
const TWO_COLUMNS = '@container (min-width: 640px)';

/** A group of fields under its title and description; in two columns if the form is wide enough. */
const ObjectGroup = (props: ObjectFieldTemplateProps) => {
  const { columns } = useForm();
  const part = useContext(GroupParts)[pointerOf(props.fieldPathId.path)];
  const { title, description, properties, fieldPathId, schema, uiSchema } = props;
  const isRoot = fieldPathId.path.length === 0;
  const isAlternative = useContext(InAlternative);
  const heading = isRoot || isAlternative || typeof fieldPathId.path.at(-1) === 'number' ? '' : title;
  const id = `${fieldPathId.$id}-grupo`;
  const fields = properties
    .filter(({ hidden }) => !hidden)
    .map(({ name, content }) => (
      <Box key={name} className={isWide(schema.properties?.[name], uiSchema?.[name]) ? 'largo' : undefined}>
        {content}
      </Box>
    ));
  return (
    <Box
      role={heading ? 'group' : undefined}
      data-campo={heading ? pointerOf(fieldPathId.path) : undefined}
      aria-labelledby={heading ? id : undefined}
      sx={{ mt: heading ? 2 : 0 }}
    >
      {heading && (
        <Typography id={id} variant="h3" component="h3" sx={{ fontSize: '1rem', mb: description ? 0.5 : 2 }}>
          {heading}
        </Typography>
      )}
      {description && (heading || isRoot) && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
          {description}
        </Typography>
      )}
      {part && <Box sx={{ mb: 2 }}>{part}</Box>}
      <Box
        sx={{
          display: 'grid',
          columnGap: 4,
          rowGap: 3,
          alignItems: 'start',
          gridTemplateColumns: 'minmax(0, 1fr)',
          ...(columns === 2 && {
            [TWO_COLUMNS]: {
              gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
              '& > .largo': { gridColumn: '1 / -1' },
            },
          }),
        }}
      >
        <InAlternative.Provider value={false}>{fields}</InAlternative.Provider>
      </Box>
    </Box>
  );
};

/** Groups, lists, long texts and files take the full width, as does anything for which the definition requests it. */
function isWide(schema: unknown, ui: unknown): boolean {
  const options = isPlainObject(ui) ? ui['ui:options'] : undefined;
  if (isPlainObject(options) && typeof options.largo === 'boolean') return options.largo;
  const name = widgetNameOf(isPlainObject(schema) ? schema : {}, ui);
  return name === null || name === 'textarea' || name === 'file';
}

const standard = getDefaultRegistry();

const { ObjectField, ArrayField } = standard.fields;

/** A period or a set of files is a single field, however many values it holds. */
const WholeOrGroup = (Group: typeof ObjectField | undefined) => (props: FieldProps) =>
  widgetNameOf(props.schema as Record<string, unknown>, props.uiSchema) === null && Group ? (
    <Group {...props} />
  ) : (
    <LeafField {...props} />
  );

/** RJSF determines which fields exist; their appearance, values and errors are handled here. */
export const fields: Registry['fields'] = {
  StringField: LeafField,
  NumberField: LeafField,
  BooleanField: LeafField,
  ObjectField: WholeOrGroup(ObjectField),
  ArrayField: WholeOrGroup(ArrayField),
  AnyOfField: AlternativesField,
  OneOfField: AlternativesField,
};

/** Those of @rjsf/mui, except what is ours on purpose: names, errors and help stand with each field (LeafField). */
export const templates: Partial<Registry['templates']> = {
  ...Templates,
  FieldTemplate: ({ children, hidden }: FieldTemplateProps) => (hidden ? null : children),
  ObjectFieldTemplate: ObjectGroup,
  ArrayFieldTemplate: ArrayGroup,
  ArrayFieldItemTemplate: ArrayItem,
  DescriptionFieldTemplate: () => null,
  FieldErrorTemplate: () => null,
  FieldHelpTemplate: () => null,
  ErrorListTemplate: () => null,
};

/** docs/domain.md 14.5: nothing is selected or ticked automatically. */
export const noDefaults: Experimental_DefaultFormStateBehavior = {
  constAsDefaults: 'never',
  requiredBooleanDefault: 'skip',
  arrayMinItems: { populate: 'never' },
  emptyObjectFields: 'skipDefaults',
  allOf: 'skipDefaults',
};

/** All of RJSF's built-in texts. Most are never shown in our theme, but none of them may be in English. */
const TEXTS: Readonly<Record<TranslatableString, string>> = {
  [TranslatableString.ArrayItemTitle]: 'Item',
  [TranslatableString.MissingItems]: 'Faltam as opções desta lista',
  [TranslatableString.EmptyArray]: 'Nada incluído ainda. Use o botão abaixo para incluir.',
  [TranslatableString.YesLabel]: 'Sim',
  [TranslatableString.NoLabel]: 'Não',
  [TranslatableString.CloseLabel]: 'Fechar',
  [TranslatableString.ErrorsLabel]: 'Erros',
  [TranslatableString.NewStringDefault]: 'Novo valor',
  [TranslatableString.AddButton]: 'Incluir',
  [TranslatableString.AddItemButton]: 'Incluir item',
  [TranslatableString.CopyButton]: 'Copiar',
  [TranslatableString.ExpandButton]: 'Mostrar mais um nível',
  [TranslatableString.MoveDownButton]: 'Mover para baixo',
  [TranslatableString.MoveUpButton]: 'Mover para cima',
  [TranslatableString.RemoveButton]: 'Retirar',
  [TranslatableString.NowLabel]: 'Agora',
  [TranslatableString.ClearLabel]: 'Limpar',
  [TranslatableString.AriaDateLabel]: 'Escolha uma data',
  [TranslatableString.PreviewLabel]: 'Prévia',
  [TranslatableString.DecrementAriaLabel]: 'Diminuir 1',
  [TranslatableString.IncrementAriaLabel]: 'Aumentar 1',
  [TranslatableString.OptionalObjectAdd]: 'Preencher este grupo',
  [TranslatableString.OptionalObjectRemove]: 'Esvaziar este grupo',
  [TranslatableString.OptionalObjectEmptyMsg]: 'Grupo não preenchido',
  [TranslatableString.Type]: 'Tipo',
  [TranslatableString.Value]: 'Valor',
  [TranslatableString.ClearButton]: 'limpar o campo',
  [TranslatableString.UnknownFieldType]: 'Tipo de campo desconhecido: %1',
  [TranslatableString.OptionPrefix]: 'Opção %1',
  [TranslatableString.TitleOptionPrefix]: '%1, opção %2',
  [TranslatableString.KeyLabel]: 'Nome de %1',
  [TranslatableString.DeprecatedLabel]: '%1 (em desuso)',
  [TranslatableString.CycleDetected]:
    'O campo "%1" se repete dentro de si mesmo. Pode-se mostrar mais um nível',
  [TranslatableString.InvalidObjectField]: 'O grupo "%1" tem um problema na definição: %2.',
  [TranslatableString.UnsupportedField]: 'Este campo não pode ser mostrado.',
  [TranslatableString.UnsupportedFieldWithId]: 'O campo %1 não pode ser mostrado.',
  [TranslatableString.UnsupportedFieldWithReason]: 'Este campo não pode ser mostrado: %1.',
  [TranslatableString.UnsupportedFieldWithIdAndReason]: 'O campo %1 não pode ser mostrado: %2.',
  [TranslatableString.FilesInfo]: '%1 (%2, %3 bytes)',
};

export const SUBMIT_TEXT = 'Enviar';

export const translateString = (text: TranslatableString, parameters?: string[]): string =>
  replaceStringParameters(TEXTS[text] ?? '', parameters);
