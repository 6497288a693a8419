import { useRef } from 'react';
import { foldedText } from '#contract/rules/text.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import type { ConditionField } from '../condition/fields.ts';
import { type PropertyProps, TextProperty } from '../parts/PropertyFields.tsx';

interface FilledTextPropertyProps extends PropertyProps<string> {
  /** What the text may name; empty for one that is sent as it stands. */
  fields: readonly ConditionField[];
  maxLength: number;
}

/** From this length on a text has lines. */
const LONG = 200;

/** A text that names fields by their titles: 'Olá, {{Cliente › Nome fantasia}}'. It is stored with their paths. */
export function FilledTextProperty({
  fields,
  maxLength,
  value,
  onChange,
  ...shared
}: FilledTextPropertyProps) {
  const box = useRef<HTMLDivElement>(null);
  const insert = (path: string) => {
    const input = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    const shown = shownText(value, fields);
    const at = input?.selectionStart ?? shown.length;
    onChange(storedText(`${shown.slice(0, at)}{{${titleOf(path, fields)}}}${shown.slice(at)}`, fields));
  };
  const unknown = unknownName(value, fields);
  return (
    <div style={{ display: 'grid', gap: 6 }}>
      <div ref={box}>
        <TextProperty
          {...shared}
          value={shownText(value, fields)}
          onChange={(text) => onChange(storedText(text, fields))}
          maxLength={maxLength}
          multiline={maxLength > LONG}
          problems={
            unknown === undefined
              ? shared.problems
              : [
                  {
                    ponteiro: shared.pointer,
                    mensagem: `“${unknown}” não é um campo. Escolha um em Inserir campo, ou retire.`,
                    gravidade: 'ERRO',
                  },
                ]
          }
        />
      </div>
      {fields.length > 0 && !shared.readOnly && (
        <div style={{ maxWidth: 320 }}>
          <ChoiceField
            label={`Inserir campo em ${shared.label}`}
            size="small"
            fullWidth
            value={null}
            placeholder="Escolha um campo"
            choices={fields.map(({ path, titulo, group, words }) => ({
              value: path,
              label: titulo,
              group,
              words,
            }))}
            onChange={insert}
          />
        </div>
      )}
    </div>
  );
}

const PLACE = /\{\{\s*([^{}]*?)\s*\}\}/g;

const titleOf = (path: string, fields: readonly ConditionField[]) =>
  fields.find((field) => field.path === path)?.titulo ?? path;

const pathOf = (written: string, fields: readonly ConditionField[]) => {
  const name = foldedText(written.replaceAll('>', '›'));
  return fields.find(({ titulo, path }) => path === written || foldedText(titulo) === name)?.path;
};

/** The text with the titles of the fields that it names. */
export const shownText = (text: string, fields: readonly ConditionField[]): string =>
  fields.length === 0 ? text : text.replace(PLACE, (_, path: string) => `{{${titleOf(path, fields)}}}`);

/** The text with their paths; a name that no field has stays. */
export const storedText = (text: string, fields: readonly ConditionField[]): string =>
  fields.length === 0
    ? text
    : text.replace(PLACE, (place, name: string) => {
        const path = pathOf(name, fields);
        return path ? `{{${path}}}` : place;
      });

/** A name in the text that no field has. */
export const unknownName = (text: string, fields: readonly ConditionField[]): string | undefined =>
  fields.length === 0
    ? undefined
    : [...text.matchAll(PLACE)].map(([, name = '']) => name).find((name) => !pathOf(name, fields));
