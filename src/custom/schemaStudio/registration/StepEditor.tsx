import type { Content, EditorProps } from '../editorProps.ts';
import { indexIn, isWithin, moved, withValueAt } from '../jsonPointer.ts';
import { ChangedExamples } from '../parts/ChangedExamples.tsx';
import { PartsLayout } from '../parts/PartsLayout.tsx';
import { PartsList } from '../parts/PartsList.tsx';
import { TextProperty } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { ExampleProperties } from './ExampleProperties.tsx';
import { FieldProperties } from './FieldProperties.tsx';
import { withNewResults } from './newResults.ts';
import { fieldNameIn, type StepField, stepFields, withOrder } from './stepFields.ts';
import { whenText } from './stepWhen.ts';

/** A step of the registration: its fields in order, and the examples that are tried before it is published. */
export function StepEditor({ value, onChange, problems, readOnly = false, place, onPlace }: EditorProps) {
  const fields = stepFields(value);
  const names = fields.map(({ name }) => name);
  const examples = Array.isArray(value.testes) ? (value.testes as { nome?: string }[]) : [];
  const pointer = place?.pointer ?? '';
  const chosen = fields.find(({ name }) => name === fieldNameIn(pointer, names));
  const example = indexIn('/testes', pointer);
  const shared = { content: value, onChange: (next: Content) => onChange(next), problems, readOnly };
  const wrongIn = (places: readonly string[]) =>
    problems.filter(
      ({ ponteiro, gravidade }) => gravidade === 'ERRO' && places.some((each) => isWithin(ponteiro, each)),
    ).length;
  return (
    <PartsLayout
      onBack={() => onPlace?.('')}
      parts={
        <>
          <ChangedExamples {...shared} withNewResults={withNewResults} />
          <PartsList
            label="Etapa"
            selected={isTitle(pointer) ? 0 : null}
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
            selected={chosen ? names.indexOf(chosen.name) : null}
            onSelect={(index) => onPlace?.(`/ui/${names[index]}`)}
            onMove={readOnly ? undefined : (from, to) => onChange(withOrder(value, moved(names, from, to)))}
            parts={fields.map((field) => ({
              id: field.name,
              label: labelOf(field),
              second: secondOf(field),
              problems: wrongIn([
                `/ui/${field.name}`,
                ...field.said.map((said) => pointerAt(said.path, field.name)),
              ]),
            }))}
          />
          {examples.length > 0 && <h2 style={HEADING}>Exemplos conferidos</h2>}
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
        </>
      }
      properties={
        chosen ? (
          <FieldProperties key={chosen.name} {...shared} field={chosen} />
        ) : example !== null && examples[example] ? (
          <ExampleProperties key={example} {...shared} index={example} />
        ) : isTitle(pointer) ? (
          <PropertyGroup kind="Etapa" title={String(value.titulo ?? '')} pointer="">
            <TextProperty
              label="Título"
              pointer="/titulo"
              value={String(value.titulo ?? '')}
              onChange={(titulo) => onChange({ ...value, titulo })}
              problems={problems}
              readOnly={readOnly}
              maxLength={60}
            />
            <TextProperty
              label="Descrição"
              pointer="/descricao"
              value={String(value.descricao ?? '')}
              onChange={(text) => onChange(withValueAt(value, ['descricao'], text || undefined))}
              problems={problems}
              readOnly={readOnly}
              maxLength={200}
              multiline
            />
          </PropertyGroup>
        ) : null
      }
    />
  );
}

const HEADING = { margin: '12px 0 4px', fontSize: 13, fontWeight: 600 } as const;

const isTitle = (pointer: string) => pointer.startsWith('/titulo') || pointer.startsWith('/descricao');

const pointerAt = (path: readonly (string | number)[], name: string) =>
  `/${path.join('/')}/properties/${name}`;

const labelOf = ({ name, said }: StepField) =>
  [...new Set(said.map(({ schema }) => schema.title).filter((title) => typeof title === 'string'))].join(
    ' / ',
  ) || name;

function secondOf({ said, required }: StepField): string | undefined {
  const shown =
    said.length === 1 && said[0] && Object.keys(said[0].when).length > 0
      ? [`Só ${whenText(said[0].when).toLowerCase()}`]
      : [];
  const asked =
    required.length > 0 ? [`Obrigatório: ${required.map(whenText).join('; ').toLowerCase()}`] : [];
  return [...shown, ...asked].join(' · ') || undefined;
}
