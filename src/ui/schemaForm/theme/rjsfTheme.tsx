import { getDefaultRegistry } from '@rjsf/core';
import type {
  Experimental_DefaultFormStateBehavior,
  FieldProps,
  FieldTemplateProps,
  Registry,
} from '@rjsf/utils';
import { widgetNameOf } from '../widgets/widgets.ts';
import { ArrayGroup, ArrayItem } from './ArrayGroup.tsx';
import { LeafField } from './LeafField.tsx';
import { ObjectGroup } from './ObjectGroup.tsx';

const standard = getDefaultRegistry();
const { ObjectField, ArrayField } = standard.fields;

/** A period or files are one field, however many values they hold. */
const WholeOrGroup = (Group: typeof ObjectField | undefined) => (props: FieldProps) =>
  widgetNameOf(props.schema as Record<string, unknown>, props.uiSchema) === null && Group ? (
    <Group {...props} />
  ) : (
    <LeafField {...props} />
  );

/** RJSF decides which fields there are; how they look, what they hold and what is wrong with them is ours. */
export const fields: Registry['fields'] = {
  StringField: LeafField,
  NumberField: LeafField,
  BooleanField: LeafField,
  ObjectField: WholeOrGroup(ObjectField),
  ArrayField: WholeOrGroup(ArrayField),
};

export const templates: Partial<Registry['templates']> = {
  FieldTemplate: ({ children, hidden }: FieldTemplateProps) => (hidden ? null : children),
  ObjectFieldTemplate: ObjectGroup,
  ArrayFieldTemplate: ArrayGroup,
  ArrayFieldItemTemplate: ArrayItem,
  DescriptionFieldTemplate: () => null,
  FieldErrorTemplate: () => null,
  FieldHelpTemplate: () => null,
  ErrorListTemplate: () => null,
};

/** FORMS.md 5: nothing is chosen or ticked by itself. */
export const noDefaults: Experimental_DefaultFormStateBehavior = {
  constAsDefaults: 'never',
  requiredBooleanDefault: 'skip',
  arrayMinItems: { populate: 'never' },
  emptyObjectFields: 'skipDefaults',
  allOf: 'skipDefaults',
};
