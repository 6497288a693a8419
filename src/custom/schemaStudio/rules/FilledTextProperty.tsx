import { useRef } from 'react';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { type PropertyProps, TextProperty } from '#ui/components/inputs/PropertyFields.tsx';
import { type ConditionField, fieldNames } from '#ui/condition/fields.ts';

interface FilledTextPropertyProps extends PropertyProps<string> {
  /** What the text may name; empty for one that is sent as it stands. */
  fields: readonly ConditionField[];
  maxLength: number;
}

/** From this length on a text has lines. */
const LONG = 200;

/**
 * A text that names fields by their titles: 'Olá, {{Cliente › Nome fantasia}}'. It is stored with their paths, by which it also names
 * fields whose title another one has too.
 */
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
    onChange(storedText(`${shown.slice(0, at)}{{${nameIn(fields, path)}}}${shown.slice(at)}`, fields));
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
              label: nameIn(fields, path) === path && titulo !== path ? `${titulo} (${path})` : titulo,
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

/** A name that could not be told from the text around it is replaced by the path as well. */
const nameIn = (fields: readonly ConditionField[], path: string) => {
  const name = fieldNames(fields).nameOf(path);
  return /[{}]/.test(name) ? path : name;
};

/** The text with the names of the fields that it names by their paths. */
export const shownText = (text: string, fields: readonly ConditionField[]): string =>
  fields.length === 0 ? text : text.replace(PLACE, (_, path: string) => `{{${nameIn(fields, path)}}}`);

/** The text with their paths; a name that no field has, or more than one, stays. */
export const storedText = (text: string, fields: readonly ConditionField[]): string =>
  fields.length === 0
    ? text
    : text.replace(PLACE, (place, name: string) => {
        const path = fieldNames(fields).pathOf(name);
        return path ? `{{${path}}}` : place;
      });

/** A name in the text that stands for no field. */
export const unknownName = (text: string, fields: readonly ConditionField[]): string | undefined =>
  fields.length === 0
    ? undefined
    : [...text.matchAll(PLACE)].map(([, name = '']) => name).find((name) => !fieldNames(fields).pathOf(name));
