import { createContext, useContext } from 'react';
import type { Problem } from '#contract/config/definitions.ts';
import {
  type Choice,
  ChoiceProperty,
  MultiChoiceProperty,
  NumberProperty,
  problemAt,
  SwitchProperty,
  TextProperty,
} from '#ui/components/inputs/PropertyFields.tsx';
import { type Meta, schemasAt } from '../code/metaSchemaAt.ts';
import type { Content } from '../editorProps.ts';
import { stepsOf, valueAt, withValueAt } from '../jsonPointer.ts';

interface Panel {
  /** The meta-schema of the definition: what each place is called, explains itself with and takes. */
  meta: Meta;
  content: Content;
  onChange: (content: Content) => void;
  problems: readonly Problem[];
  readOnly: boolean;
}

/** The definition whose properties are drawn. */
export const PanelContext = createContext<Panel | null>(null);

type PanelValue = string | number | boolean | readonly string[] | null | undefined;

interface PanelFieldProps<T extends PanelValue> {
  /** JSON pointer of the place. */
  at: string;
  /** What is shown where the content says nothing, or says it in another form. */
  value?: T;
  /** Edits the definition; without it the value is written at the place. An empty text is '', no number is null. */
  set?: (value: T) => void;
  /** Which of several places of the same name it is. */
  among?: string | undefined;
  /** Where the explanation depends on the state of the definition. */
  help?: string | undefined;
  /** Where they are found in the definition or on the server; otherwise those of the meta-schema are offered. */
  choices?: readonly Choice[];
  /** What saying nothing is called, where that is a choice. */
  none?: string;
  /** Which of them make sense here; all, if absent. */
  offers?: (value: string) => boolean;
  unit?: string;
  readOnly?: boolean;
  multiline?: boolean;
  suggestions?: readonly string[];
  commitOnBlur?: boolean;
  /** Why what was typed was not written; '' if it was. */
  refused?: string;
}

/**
 * One property of a definition. Its label, help, length and choices are those of the meta-schema; nothing is drawn for a place
 * that the meta-schema does not name.
 */
export function PanelField<T extends PanelValue>({ at, value, set, ...own }: PanelFieldProps<T>) {
  const panel = usePanel();
  const place = placeIn(panel.meta, at);
  const steps = stepsOf(at);
  const shown: unknown = value === undefined ? valueAt(panel.content, steps) : value;
  const write = (next: PanelValue) =>
    set
      ? set(next as T)
      : panel.onChange(withValueAt(panel.content, steps, place.isRequired ? next : keptValue(next)));
  const shared = {
    label: own.among === undefined ? place.title : `${place.title} (${own.among})`,
    help: own.help ?? place.description,
    pointer: at,
    onChange: write,
    problems: own.refused
      ? [{ ponteiro: at, mensagem: own.refused, gravidade: 'ERRO' as const }]
      : panel.problems,
    readOnly: panel.readOnly || own.readOnly === true,
  };
  if (!place.isKnown) return null;
  const offeredChoices = own.choices ?? place.choices;
  const offered = own.offers
    ? offeredChoices?.filter(({ value: each }) => own.offers?.(each))
    : offeredChoices;
  const choices = offered && own.none !== undefined ? [{ value: '', label: own.none }, ...offered] : offered;
  if (choices)
    return place.type === 'array' || Array.isArray(value) ? (
      <MultiChoiceProperty {...shared} value={textsOf(shown)} choices={choices} />
    ) : (
      <ChoiceProperty {...shared} value={textOf(shown)} choices={choices} />
    );
  if (typeof shown === 'boolean' || place.type === 'boolean')
    return <SwitchProperty {...shared} value={shown === true} />;
  if (place.type === 'number' || place.type === 'integer')
    return (
      <NumberProperty
        {...shared}
        value={typeof shown === 'number' ? shown : null}
        any={place.type === 'number'}
        unit={own.unit ?? place.unit}
      />
    );
  const { multiline = false, suggestions, commitOnBlur = false } = own;
  return (
    <TextProperty
      {...shared}
      problems={place.type === 'array' ? asOwn(shared.problems, at) : shared.problems}
      value={textOf(shown)}
      multiline={multiline}
      commitOnBlur={commitOnBlur}
      {...(suggestions && { suggestions })}
      {...(place.maxLength !== undefined && { maxLength: place.maxLength })}
    />
  );
}

function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('a property outside of a panel');
  return panel;
}

/** Whether the meta-schema names a place. */
export const useKnown = (at: string): boolean => placeIn(usePanel().meta, at).isKnown;

interface PanelPlace {
  isKnown: boolean;
  title: string;
  description: string | undefined;
  type: string | undefined;
  maxLength: number | undefined;
  choices: Choice[] | undefined;
  unit: string;
  /** An empty value stays, so that the problem is shown at the place itself. */
  isRequired: boolean;
}

/** What the meta-schema says about a place. What stands beside a reference comes before what it refers to. */
export function placeIn(meta: Meta, at: string): PanelPlace {
  const path = stepsOf(at).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const schemas = schemasAt(meta, path);
  const first = <T,>(key: string, is: (value: unknown) => value is T): T | undefined =>
    schemas.map((schema) => schema[key]).find(is);
  const names = first('x-rotulos', isNames);
  const values = first('enum', isTexts) ?? schemas.map(({ items }) => itemValues(items)).find(isTexts);
  const key = path.at(-1);
  return {
    isKnown: schemas.length > 0,
    title: first('title', isText) ?? String(key ?? ''),
    description: first('description', isText),
    type: schemas.map(({ type }) => kindOf(type)).find(isText),
    maxLength: first('maxLength', isNumber),
    choices: values?.map((value) => ({ value, label: names?.[value] ?? value })),
    unit: first('x-unidade', isText) ?? '',
    isRequired: schemasAt(meta, path.slice(0, -1)).some(
      ({ required }) => Array.isArray(required) && required.includes(key),
    ),
  };
}

/** What a place holds besides nothing, which is null in some. */
const kindOf = (type: unknown): unknown =>
  Array.isArray(type) ? type.find((each) => each !== 'null') : type;

const itemValues = (items: unknown): unknown =>
  typeof items === 'object' && items !== null && 'enum' in items ? items.enum : undefined;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isNames = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText);

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const textsOf = (value: unknown): string[] => (isTexts(value) ? value : []);

/** Files leave out what is empty or switched off. */
const keptValue = (value: PanelValue): PanelValue =>
  value === '' || value === null || value === false || (Array.isArray(value) && value.length === 0)
    ? undefined
    : value;

/** The first problem inside a place that is edited as one text. */
function asOwn(problems: readonly Problem[], at: string): Problem[] {
  const mensagem = problemAt(problems, at, true);
  const found = problems.find((problem) => problem.mensagem === mensagem);
  return found ? [{ ...found, ponteiro: at }] : [];
}
