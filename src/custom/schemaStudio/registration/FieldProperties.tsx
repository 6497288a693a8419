import Alert from '@mui/material/Alert';
import { FORM_WIDGETS, type FormWidget } from '../../../../contract/rules/forms/formDefinition.ts';
import { OPTION_SOURCES } from '../../../../contract/rules/forms/optionSources.ts';
import type { Content, EditorProps } from '../editorProps.ts';
import { valueAt, withValueAt } from '../jsonPointer.ts';
import { ChoiceProperty, NumberProperty, SwitchProperty, TextProperty } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { RequiredWhen } from './RequiredWhen.tsx';
import type { StepField } from './stepFields.ts';
import { whenText } from './stepWhen.ts';
import { widgetNames } from './widgetNames.ts';

export interface StepPieceProps {
  content: Content;
  onChange: (content: Content) => void;
  problems: EditorProps['problems'];
  readOnly: boolean;
}

/** What a field is called, how it is drawn, when it must be given. */
export function FieldProperties({
  content,
  onChange,
  problems,
  readOnly,
  field,
}: StepPieceProps & { field: StepField }) {
  const { name, said, advanced } = field;
  const put = (path: readonly (string | number)[], value: unknown) =>
    onChange(withValueAt(content, path, value));
  const ui = (key: string) => valueAt(content, ['ui', name, key]);
  const options = (valueAt(content, ['ui', name, 'ui:options']) ?? {}) as {
    origem?: string;
    largo?: boolean;
  };
  const widget = String(ui('ui:widget') ?? '');
  const setOption = (changes: Record<string, unknown>) => {
    const next = Object.fromEntries(
      Object.entries({ ...options, ...changes }).filter(([, each]) => each !== undefined),
    );
    put(['ui', name, 'ui:options'], Object.keys(next).length > 0 ? next : undefined);
  };
  const shared = { problems, readOnly };
  const isText = said.some(({ schema }) => schema.type === 'string' && schema.enum === undefined);
  const isGroup = said.some(({ schema }) => schema.$ref !== undefined || schema.type === 'array');
  return (
    <PropertyGroup
      kind={`Campo ${name}`}
      title={String(said[0]?.schema.title ?? name)}
      pointer={`/ui/${name}`}
    >
      {said.map(({ path, when, schema }) => {
        const at = [...path, 'properties', name];
        const pointer = `/${at.join('/')}`;
        const suffix = said.length > 1 ? ` (${whenText(when).toLowerCase()})` : '';
        return (
          <div key={pointer} data-pointer={pointer} style={{ display: 'grid', gap: 14 }}>
            <TextProperty
              {...shared}
              label={`Rótulo${suffix}`}
              pointer={`${pointer}/title`}
              value={String(schema.title ?? '')}
              onChange={(title) => put([...at, 'title'], title)}
              maxLength={120}
            />
            <TextProperty
              {...shared}
              label={`Ajuda${suffix}`}
              pointer={`${pointer}/description`}
              value={String(schema.description ?? '')}
              onChange={(text) => put([...at, 'description'], text || undefined)}
              maxLength={300}
              multiline
            />
            {isText && schema.format === undefined && (
              <NumberProperty
                {...shared}
                label={`Tamanho máximo${suffix}`}
                unit="caracteres"
                pointer={`${pointer}/maxLength`}
                value={typeof schema.maxLength === 'number' ? schema.maxLength : null}
                onChange={(length) => put([...at, 'maxLength'], length ?? undefined)}
              />
            )}
          </div>
        );
      })}
      {!isGroup && (
        <ChoiceProperty
          {...shared}
          label="Como se preenche"
          pointer={`/ui/${name}/ui:widget`}
          value={widget}
          choices={FORM_WIDGETS.map((each: FormWidget) => ({ value: each, label: widgetNames[each] }))}
          onChange={(next) => put(['ui', name, 'ui:widget'], next)}
        />
      )}
      {(options.origem !== undefined || WITH_SOURCE.includes(widget)) && (
        <ChoiceProperty
          {...shared}
          label="De onde vêm as opções"
          pointer={`/ui/${name}/ui:options/origem`}
          value={options.origem ?? ''}
          choices={SOURCES}
          onChange={(origem) => setOption({ origem: origem || undefined })}
        />
      )}
      <SwitchProperty
        {...shared}
        label="Ocupa a largura toda"
        pointer={`/ui/${name}/ui:options/largo`}
        value={options.largo === true}
        onChange={(largo) => setOption({ largo: largo || undefined })}
      />
      <RequiredWhen content={content} onChange={onChange} {...shared} field={field} />
      {isGroup && (
        <Alert severity="info">É um grupo ou uma lista: os campos de dentro são mudados no modo JSON.</Alert>
      )}
      {advanced.length > 0 && (
        <Alert severity="info">
          Há regra avançada (JSON) sobre este campo, que este editor não muda: {advanced.join(', ')}.
        </Alert>
      )}
    </PropertyGroup>
  );
}

const WITH_SOURCE = ['select', 'multiselect', 'autocomplete'];
const SOURCES = [
  { value: '', label: 'Do próprio esquema' },
  ...Object.entries(OPTION_SOURCES).map(([value, { titulo }]) => ({ value, label: titulo })),
];
