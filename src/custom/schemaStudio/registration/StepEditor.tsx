import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import type { Expression } from '#contract/expression/tree.ts';
import { type StepFact, stepConditionText } from '#contract/rules/registration/stepFacts.ts';
import { lowerFirst } from '#contract/rules/text.ts';
import type { Content, EditorProps } from '../editorProps.ts';
import { indexIn, isWithin, pointerOf } from '../jsonPointer.ts';
import { ChangedExamples } from '../parts/ChangedExamples.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import { PartsList } from '../parts/PartsList.tsx';
import { PartsLayout, PropertyGroup } from '../parts/PropertyGroup.tsx';
import { ExampleProperties } from './ExampleProperties.tsx';
import { FieldProperties } from './FieldProperties.tsx';
import {
  siblingsOf,
  withFieldMoved,
  withFieldTitle,
  withNewField,
  withNewResults,
  withoutField,
} from './stepEdits.ts';
import { factsBeside, fieldAt, requirementOf, type StepField, stepFields } from './stepFields.ts';

/** A step of the registration: its fields in order, and the examples that are tested before publishing. */
export function StepEditor(props: EditorProps) {
  const { value, onChange, problems, readOnly = false, published, place, onPlace } = props;
  const fields = stepFields(value);
  const pointer = place?.pointer ?? '';
  const examples = Array.isArray(value.testes) ? (value.testes as { nome?: string }[]) : [];
  const example = indexIn('/testes', pointer);
  const chosen = example === null ? fieldAt(pointer, fields) : undefined;
  const publishedKeys = published ? stepFields(published).map(({ key }) => key) : [];
  const shared = { content: value, onChange, problems, readOnly };
  const take = ({ content, key }: { content: Content; key: string }) => {
    onChange(content);
    onPlace?.(placeOf(stepFields(content), key));
  };
  const addField = () => take(withNewField(value, chosen));
  return (
    <PartsLayout
      notices={<ChangedExamples {...shared} withNewResults={withNewResults} />}
      parts={<StepParts {...props} fields={fields} chosen={chosen} example={example} onAdd={addField} />}
      properties={
        chosen ? (
          <FieldProperties
            key={fields.indexOf(chosen)}
            {...shared}
            field={chosen}
            isPublished={publishedKeys.includes(chosen.key)}
            onTitle={(at, title) =>
              take(withFieldTitle(value, chosen, at, title, publishedKeys.includes(chosen.key)))
            }
            onRemove={() => {
              onChange(withoutField(value, chosen));
              onPlace?.('');
            }}
          />
        ) : example !== null && examples[example] ? (
          <ExampleProperties key={example} {...shared} index={example} onPlace={onPlace} />
        ) : (
          <PropertyGroup kind="Etapa" title={String(value.titulo ?? '')} pointer="">
            <PanelField at="/titulo" />
            <PanelField at="/descricao" multiline />
          </PropertyGroup>
        )
      }
    />
  );
}

/** Pointer of a field's UI declaration. */
export const placeOf = (fields: readonly StepField[], key: string): string => {
  const field = fields.find((each) => each.key === key);
  return field ? pointerOf(field.ui) : '';
};

interface StepPartsProps extends EditorProps {
  fields: readonly StepField[];
  chosen: StepField | undefined;
  example: number | null;
  onAdd: () => void;
}

function StepParts({
  value,
  onChange,
  problems,
  readOnly,
  onPlace,
  fields,
  chosen,
  example,
  onAdd,
}: StepPartsProps) {
  const examples = Array.isArray(value.testes) ? (value.testes as { nome?: string }[]) : [];
  const facts = factsBeside(value);
  const wrongIn = (places: readonly string[]) =>
    problems.filter(
      ({ ponteiro, gravidade }) => gravidade === 'ERRO' && places.some((each) => isWithin(ponteiro, each)),
    ).length;
  const move = (from: number, to: number) => {
    const field = fields[from];
    if (!field) return;
    const own = siblingsOf(fields, field);
    const target = own.indexOf(fields[to] as StepField);
    if (target < 0) return;
    onChange(withFieldMoved(value, fields, field, to > from ? 1 : -1));
  };
  return (
    <>
      <PartsList
        label="Etapa"
        selected={chosen || example !== null ? null : 0}
        onSelect={() => onPlace?.('/titulo')}
        parts={[
          {
            id: ' ',
            label: String(value.titulo ?? ''),
            second: 'Título e descrição',
            problems: wrongIn(['/titulo', '/descricao']),
          },
        ]}
      />
      <h2 style={HEADING}>Campos</h2>
      <PartsList
        label="Campos"
        selected={chosen ? fields.indexOf(chosen) : null}
        onSelect={(index) => onPlace?.(pointerOf(fields[index]?.ui ?? []))}
        onMove={readOnly ? undefined : move}
        parts={fields.map((field) => ({
          id: field.key,
          label: `${'– '.repeat(field.key.split('/').length - 2)}${labelOf(field)}`,
          second: secondOf(field, facts),
          problems: wrongIn([
            pointerOf(field.ui),
            ...field.declarations.map(({ path }) => pointerOf([...path, 'properties', field.name])),
          ]),
        }))}
      />
      {!readOnly && (
        <Button size="small" startIcon={<AddOutlined />} onClick={onAdd}>
          Campo
        </Button>
      )}
      <h2 style={HEADING}>Exemplos conferidos</h2>
      <PartsList
        label="Exemplos"
        selected={example}
        onSelect={(index) => onPlace?.(`/testes/${index}`)}
        parts={examples.map(({ nome }, index) => ({
          id: `${index} ${nome}`,
          label: nome ?? `Exemplo ${index + 1}`,
          problems: wrongIn([`/testes/${index}`]),
        }))}
      />
      <p style={{ margin: '4px 0', fontSize: 13 }}>
        Para incluir um exemplo, preencha o formulário da prévia e use “Salvar como exemplo”.
      </p>
    </>
  );
}

const HEADING = { margin: '12px 0 4px', fontSize: 13, fontWeight: 600 } as const;

const labelOf = ({ name, declarations }: StepField) =>
  [
    ...new Set(declarations.map(({ schema }) => schema.title).filter((title) => typeof title === 'string')),
  ].join(' / ') || name;

function secondOf(field: StepField, facts: readonly StepFact[]): string | undefined {
  const [only, ...more] = field.declarations;
  const requirement = requirementOf(field);
  const said = (when: Expression) => lowerFirst(stepConditionText(when, facts));
  const shown = only?.when && more.length === 0 ? `Só quando ${said(only.when)}` : '';
  const mandatory =
    typeof requirement === 'string'
      ? requirement === 'SEMPRE' && 'Obrigatório'
      : `Obrigatório quando ${said(requirement)}`;
  return [shown, mandatory].filter(Boolean).join(' · ') || undefined;
}
