import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import {
  FORM_WIDGETS,
  type FormWidget,
  OPTION_SOURCES,
  type WidgetOptions,
} from '#contract/rules/forms/formDefinition.ts';
import { registrationFields } from '#contract/rules/registration/registrationFields.ts';
import { stepConditionText } from '#contract/rules/registration/stepFacts.ts';
import { lowerFirst } from '#contract/rules/text.ts';
import { ChoiceProperty, SwitchProperty } from '#ui/components/inputs/PropertyFields.tsx';
import { optionValueFrom } from '../campos/campoEdits.ts';
import { pointerOf, valueAt, withValueAt } from '../jsonPointer.ts';
import { OptionList } from '../parts/FieldValues.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { NEW_WIDGETS, optionsPath, widgetNames } from './fieldKinds.ts';
import { RequiredProperty } from './RequiredProperty.tsx';
import { withNewKind } from './stepEdits.ts';
import { factsBeside, listAt, type StepField } from './stepFields.ts';
import type { StepPieceProps } from './stepPieceProps.ts';

interface FieldPieceProps extends StepPieceProps {
  field: StepField;
  /** Whether it is part of the published version, in which case its values must keep their kind. */
  isPublished: boolean;
}

interface FieldPropertiesProps extends FieldPieceProps {
  /** Changes the title, and possibly the name derived from it. */
  onTitle: (at: readonly (string | number)[], title: string) => void;
  onRemove: () => void;
}

/** A field's label, its input, and when it is required. */
export function FieldProperties(props: FieldPropertiesProps) {
  const { content, onChange, problems, readOnly, field, isPublished, onTitle, onRemove } = props;
  const { name, declarations, advanced, sharedWith } = field;
  const shared = { problems, readOnly };
  return (
    <PropertyGroup
      kind={field.holder === null ? `Campo ${name}` : `Campo ${name}, dentro de um grupo`}
      title={String(declarations[0]?.schema.title ?? name)}
      pointer={pointerOf(field.ui)}
    >
      {declarations.map((each) => (
        <Words key={pointerOf(each.path)} {...props} place={each} onTitle={onTitle} />
      ))}
      {sharedWith.length > 0 && (
        <Alert severity="info">
          Este campo é descrito uma vez para mais de um grupo: o que mudar aqui muda também nos outros.
        </Alert>
      )}
      <HowFilled {...props} />
      <RequiredProperty content={content} onChange={onChange} {...shared} field={field} />
      {advanced.length > 0 && (
        <Alert severity="info">
          Há uma regra escrita à mão sobre este campo: ela continua valendo e é mudada no modo JSON.
        </Alert>
      )}
      {!readOnly && (
        <Button
          color="error"
          sx={{ justifySelf: 'start' }}
          disabled={advanced.length > 0 && isPublished}
          onClick={onRemove}
        >
          Retirar campo
        </Button>
      )}
    </PropertyGroup>
  );
}

/** Label, help and length, for each case in which the field is declared. */
function Words({
  content,
  field,
  place: { path, when, schema },
  onTitle,
}: FieldPropertiesProps & { place: StepField['declarations'][number] }) {
  const at = [...path, 'properties', field.name];
  const pointer = pointerOf(at);
  const cases = when ? stepConditionText(when, factsBeside(content)) : 'Sempre';
  const among = field.declarations.length > 1 ? lowerFirst(cases) : undefined;
  const named = (key: string) => ({ at: `${pointer}/${key}`, among });
  const isText = schema.type === 'string' && schema.enum === undefined && schema.format === undefined;
  return (
    <div data-pointer={pointer} style={{ display: 'grid', gap: 14 }}>
      <PanelField {...named('title')} set={(title: string) => onTitle(at, title)} />
      <PanelField {...named('description')} multiline />
      {isText && <PanelField {...named('maxLength')} />}
    </div>
  );
}

/** The input, and the source of its options. */
function HowFilled({ content, onChange, problems, readOnly, field, isPublished }: FieldPieceProps) {
  const { ui, declarations } = field;
  const at = pointerOf(ui);
  const shared = { problems, readOnly };
  const isGroup = declarations.some(
    ({ schema }) => schema.$ref !== undefined || schema.type === 'object' || holdsGroups(schema),
  );
  const options = (valueAt(content, [...ui, 'ui:options']) ?? {}) as WidgetOptions;
  const widget = String(valueAt(content, [...ui, 'ui:widget']) ?? '') as FormWidget;
  const setOption = (changes: Record<string, unknown>) => {
    const next = Object.fromEntries(
      Object.entries({ ...options, ...changes }).filter(([, each]) => each !== undefined),
    );
    const path = [...ui, 'ui:options'];
    onChange(withValueAt(content, path, Object.keys(next).length > 0 ? next : undefined));
  };
  // A step of the registration asks for no hour: it belongs to no branch.
  const offered = isPublished ? FORM_WIDGETS.filter((each) => each !== 'instant') : NEW_WIDGETS;
  return (
    <>
      {!isGroup && (
        <ChoiceProperty
          {...shared}
          label="Como se preenche"
          pointer={`${at}/ui:widget`}
          value={widget}
          choices={offered.map((each) => ({ value: each, label: widgetNames[each] }))}
          onChange={(next) =>
            onChange(
              isPublished
                ? withValueAt(content, [...ui, 'ui:widget'], next)
                : withNewKind(content, field, next as FormWidget),
            )
          }
        />
      )}
      {(options.origem !== undefined || WITH_SOURCE.includes(widget)) && (
        <ChoiceProperty
          {...shared}
          label="De onde vêm as opções"
          pointer={`${at}/ui:options/origem`}
          value={options.origem ?? ''}
          choices={SOURCES}
          onChange={(origem) => setOption({ origem: origem || undefined })}
        />
      )}
      {options.origem === undefined && (
        <OwnOptions {...{ content, onChange, field, isPublished }} {...shared} />
      )}
      <SwitchProperty
        {...shared}
        label="Ocupa a largura toda"
        pointer={`${at}/ui:options/largo`}
        value={options.largo === true}
        onChange={(largo) => setOption({ largo: largo || undefined })}
      />
      <PersonalMark {...{ content, onChange, field }} {...shared} />
    </>
  );
}

/** Whether the answers are masked for people who see no personal data. Some fields always are, and those of contacts unless told otherwise. */
function PersonalMark({
  content,
  onChange,
  problems,
  readOnly,
  field,
}: StepPieceProps & { field: StepField }) {
  const path = [...field.ui, 'ui:options', 'pessoal'];
  const marked = valueAt(content, path);
  const isPersonal = (mark: boolean | undefined) => {
    const step = contentOf('registration', withValueAt(content, path, mark));
    const own = registrationFields([step]).find(({ caminho }) => `/${caminho.join('/')}` === field.key);
    return own ? own.pessoal === true : mark === true;
  };
  const isAlways = isPersonal(false);
  return (
    <SwitchProperty
      {...{ problems }}
      readOnly={readOnly || isAlways}
      label="É dado pessoal (LGPD)"
      {...(isAlways && { help: 'Sempre é: pelo formato, ou por ser parte de um endereço ou de um grupo.' })}
      pointer={pointerOf(path)}
      value={isPersonal(marked === undefined ? undefined : marked === true)}
      onChange={(next) =>
        onChange(withValueAt(content, path, next === isPersonal(undefined) ? undefined : next))
      }
    />
  );
}

/** Options declared by the step itself, with their labels and stored values. */
function OwnOptions({ content, onChange, problems, readOnly, field, isPublished }: FieldPieceProps) {
  const [first] = field.declarations;
  if (!first) return null;
  const path = [...first.path, 'properties', field.name, ...optionsPath(first.schema)];
  const values = valueAt(content, path);
  if (!Array.isArray(values)) return null;
  const names = (valueAt(content, [...field.ui, 'ui:enumNames']) ?? {}) as Record<string, string>;
  return (
    <OptionList
      problems={problems}
      readOnly={readOnly}
      pointer={pointerOf(path)}
      placesOf={({ valor }, index) => ({
        valor: pointerOf([...path, index]),
        rotulo: pointerOf([...field.ui, 'ui:enumNames', valor]),
      })}
      options={listAt(content, path).map((value) => ({
        valor: String(value),
        rotulo: (Object.hasOwn(names, String(value)) && names[String(value)]) || String(value),
      }))}
      known={new Set(isPublished ? values.map(String) : [])}
      valueFrom={optionValueFrom}
      archives={false}
      onChange={(options) =>
        onChange(
          withValueAt(
            withValueAt(
              content,
              path,
              options.map(({ valor }) => valor),
            ),
            [...field.ui, 'ui:enumNames'],
            Object.fromEntries(options.map(({ valor, rotulo }) => [valor, rotulo])),
          ),
        )
      }
    />
  );
}

const holdsGroups = ({ type, items }: Readonly<Record<string, unknown>>) =>
  type === 'array' &&
  typeof items === 'object' &&
  items !== null &&
  ('$ref' in items || 'properties' in items);

const WITH_SOURCE = ['select', 'multiselect', 'autocomplete'];
const SOURCES = [
  { value: '', label: 'Do próprio esquema' },
  ...Object.entries(OPTION_SOURCES).map(([value, { titulo }]) => ({ value, label: titulo })),
];
