import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Switch from '@mui/material/Switch';
import { createContext, type ReactNode, use, useContext, useId, useMemo } from 'react';
import { type BodyFieldWords, bodyField } from '#contract/bodyField.ts';
import type { Route } from '#contract/route.ts';
import { useFieldProblem } from '#ui/components/fieldProblems.ts';
import { type Choice, ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { type MaskKind, PersonalField } from '#ui/components/inputs/masks.tsx';
import { IntegerField, MoneyField, NumberField } from '#ui/components/inputs/NumberField.tsx';
import { steady } from '#ui/components/steady.tsx';
import { TextField, type TextFieldProps } from '#ui/components/TextField.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { useLabelWord } from '#ui/words.ts';

/** The form around the fields: what they hold, by the names of the body. */
interface BodyForm {
  value: Readonly<Record<string, unknown>>;
  set: (name: string, value: unknown) => void;
}

const BodyFormContext = createContext<BodyForm | null>(null);

interface HeldFormProps {
  /** The fields' values and what changes them, as `useVersionedForm` gives them. */
  value: object;
  set: (part: never) => void;
  children: ReactNode;
}

/** Gives the fields inside their values, for a form that sends its body itself. */
export function HeldForm({ value, set, children }: HeldFormProps) {
  // Of a permanent identity, so that a key renders no field but the one that it changes.
  const setField = useStableCallback((name: string, next: unknown) =>
    (set as (part: object) => void)({ [name]: next }),
  );
  return (
    <BodyFormContext value={{ value: value as BodyForm['value'], set: setField }}>{children}</BodyFormContext>
  );
}

/** What a screen may add to what the contract says of a field. */
export interface BodyFieldOptions {
  /** The help below; why the field was refused takes its place. */
  hint?: ReactNode;
  /** Where the route leaves it out and this form does not, or the other way round. */
  required?: boolean;
  /** Fewer or more lines than the length of the text suggests. */
  lines?: number;
  /** The options, where they come from data. */
  choices?: readonly Choice[];
  /** The option for no choice, where the body may be without: 'Todos os setores'. */
  none?: string;
  /** The choices beside each other, where they are few and worth a look without opening them. */
  radios?: boolean;
  /** A day, also where the route takes more, such as a moment. */
  day?: boolean;
  /** The earliest day. */
  min?: string;
  /** The latest day, or the largest number where the schema's pattern allows more. */
  max?: string;
  /** An amount in reais, also where the route takes a text and says itself what is wrong with it. */
  money?: boolean;
  /** Most decimals of a number, where data says it. */
  places?: number;
  /** The notation of a text that is a document or a code. */
  mask?: MaskKind;
  /** A text that is an address on the web: the keyboard of a phone has its signs, and corrects nothing. */
  address?: boolean;
  /** An input of its own, which reads `useBodyField`. */
  input?: ReactNode;
  /** Beside the field before or after it that says so too, unless the window is narrow. */
  half?: boolean;
  autoFocus?: boolean;
  disabled?: boolean;
  sx?: NonNullable<TextFieldProps['sx']>;
}

/** A route, or a group of one with its path. */
export type Asking = Pick<Route, 'body' | 'path'>;

interface BodyFieldProps extends BodyFieldOptions {
  route: Asking;
  name: string;
}

/**
 * The field of a form for one field of a route's body: label, length, lines, choices and whether it is required come from the
 * contract, its value and its refusal from the form around it.
 */
export function BodyField({ route, name, ...options }: BodyFieldProps) {
  const form = useBodyForm();
  return <Asked route={route} name={name} value={form.value[name]} onSet={form.set} options={options} />;
}

interface BoundField {
  words: BodyFieldWords;
  value: unknown;
  /** Why it was refused, until it has another value. */
  problem: string | undefined;
  set: (value: unknown) => void;
}

/** The form around an input that depends on more than its own field. */
export function useBodyForm(): BodyForm {
  const form = useContext(BodyFormContext);
  if (!form) throw new Error('the field is in no form');
  return form;
}

/** A field of a route's body within the form around it, for an input that `BodyField` does not have. */
export function useBodyField(route: Asking, name: string): BoundField {
  const own = useContext(OwnFieldContext);
  const { value, set } = own?.name === name ? own : fieldOf(use(BodyFormContext), name);
  const problem = useFieldProblem(name, value);
  return { words: bodyField(route, name), value, problem, set };
}

function fieldOf(form: BodyForm | null, name: string): OwnField {
  if (!form) throw new Error('the field is in no form');
  return { name, value: form.value[name], set: (next) => form.set(name, next) };
}

type FieldOf<R extends Asking> = BodyFieldOptions & {
  name: Exclude<keyof NonNullable<R['body']>['static'], 'versao'> & string;
};

/** `BodyField` for the body of one route, whose fields the compiler knows: `const Field = fieldsOf(route)`. */
export const fieldsOf =
  <const R extends Asking>(route: R) =>
  (props: FieldOf<R>) => <BodyField {...props} route={route} />;

interface BodyFieldsProps {
  route: Asking;
  names: readonly string[];
  options: Readonly<Record<string, BodyFieldOptions | undefined>>;
}

/** Of what a key changes in the form, only the line is rendered that shows it. */
export function BodyFields({ route, names, options }: BodyFieldsProps) {
  const form = useBodyForm();
  return inLines(names, options).map((line) => (
    <Line
      key={line[0]}
      fields={line.map((name) => {
        const { input, ...own } = options[name] ?? {};
        return input ? (
          <OwnInput key={name} input={input} name={name} value={form.value[name]} onSet={form.set} />
        ) : (
          <Asked
            key={name}
            route={route}
            name={name}
            value={form.value[name]}
            onSet={form.set}
            options={own}
          />
        );
      })}
    />
  ));
}

/** One field, or two halves. */
const Line = steady(({ fields }: { fields: readonly ReactNode[] }) =>
  fields.length === 1 ? (
    fields[0]
  ) : (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>{fields}</Box>
  ),
);
/** Of a field that is an input of its own. */
interface OwnField {
  name: string;
  value: unknown;
  set: (value: unknown) => void;
}

const OwnFieldContext = createContext<OwnField | null>(null);

interface OwnInputProps extends Pick<OwnField, 'name' | 'value'> {
  input: ReactNode;
  onSet: BodyForm['set'];
}

/** What reads its own field alone is rendered again for that field alone. */
const OwnInput = steady(({ input, name, value, onSet }: OwnInputProps) => {
  const field = useMemo<OwnField>(
    () => ({ name, value, set: (next) => onSet(name, next) }),
    [name, value, onSet],
  );
  return <OwnFieldContext value={field}>{input}</OwnFieldContext>;
});

/** The fields from above: alone, or two halves that follow each other. */
function inLines(names: readonly string[], options: BodyFieldsProps['options']): string[][] {
  const lines: string[][] = [];
  for (const name of names) {
    const above = lines.at(-1);
    const fits = above?.length === 1 && options[above[0] ?? '']?.half && options[name]?.half;
    if (fits) above.push(name);
    else lines.push([name]);
  }
  return lines;
}

/** Whether its schema alone can ask for a field: references need options, lists and groups a field of their own. */
export function isAskable({ body, path }: Asking, name: string): boolean {
  const schema = body?.properties[name];
  if (schema?.type === 'object' || schema?.type === 'array') return false;
  const { kind } = bodyField({ body, path }, name);
  return kind !== undefined && kind !== 'reference';
}

interface AskedProps extends Required<Pick<BodyFieldProps, 'route' | 'name'>> {
  value: unknown;
  onSet: (name: string, value: unknown) => void;
  options: BodyFieldOptions;
}

/** Rendered again when what it shows has changed, and not with each text that its form hears of. */
const Asked = steady(({ route, name, value, onSet, options }: AskedProps) => {
  const words = bodyField(route, name);
  const problem = useFieldProblem(name, value);
  const set = (next: unknown) => onSet(name, next);
  const { hint, autoFocus, disabled, sx } = options;
  const { label, maxLength, nullable } = words;
  const required = options.required ?? words.required;
  const field = {
    label,
    required,
    fullWidth: true,
    error: Boolean(problem),
    helperText: problem ?? hint,
    ...(autoFocus && { autoFocus }),
    ...(disabled && { disabled }),
    ...(sx && { sx }),
  };
  const typed = typeof value === 'string' ? value : '';
  const htmlInput = { ...(maxLength && { maxLength }), ...(options.address && ADDRESS_KEYS) };
  const input = { value: typed, slotProps: { htmlInput } };
  const put = (text: string) => set(nullable && text === '' ? null : text);
  const places = options.places ?? words.places;
  const limits = { ...(places !== undefined && { places }), ...(options.max && { max: options.max }) };
  const decimal = { held: true, value: typed || null, onChange: set, ...limits };
  const choices = options.choices ?? words.choices;
  if (options.mask) return <MaskedField {...field} kind={options.mask} value={typed} onChange={put} />;
  switch (kindOf(words, options)) {
    case 'flag':
      return <FlagField {...field} value={value === true} onChange={set} />;
    case 'day':
      return (
        <DateField {...field} value={typed || null} onChange={set} min={options.min} max={options.max} />
      );
    case 'integer':
      return (
        <IntegerField
          {...field}
          held
          value={typeof value === 'number' ? value : null}
          onChange={set}
          {...(words.min !== undefined && { min: words.min })}
          max={words.max ?? Number.MAX_SAFE_INTEGER}
        />
      );
    case 'decimal':
      return options.money ? <MoneyField {...field} {...decimal} /> : <NumberField {...field} {...decimal} />;
    case 'phone':
      return <MaskedField {...field} kind="phone" value={typed} onChange={put} />;
    case 'email':
      return (
        <PersonalField
          {...field}
          {...input}
          type="email"
          onChange={(event) => put(event.target.value.toLowerCase())}
          onReplace={() => put('')}
        />
      );
    case 'choice':
      return options.radios ? (
        <RadioField {...field} value={value} onChange={set} choices={choices} />
      ) : (
        <ChoiceField
          {...field}
          value={typeof value === 'string' || typeof value === 'number' ? value : null}
          onChange={set}
          choices={choices}
          none={options.none}
        />
      );
    case 'text':
      return (
        <TextField
          {...field}
          {...input}
          {...linesOf(options.lines ?? words.lines)}
          onChange={(event) => put(event.target.value)}
        />
      );
    default:
      throw new Error(`${label} needs a field of its own`);
  }
});

/**
 * Options from data, or what the screen knows, decide where the schema allows more than one input. A reference without options
 * is typed by its number.
 */
function kindOf({ kind }: BodyFieldWords, { choices, money, day }: BodyFieldOptions) {
  if (choices) return 'choice';
  if (money) return 'decimal';
  if (day) return 'day';
  return kind === 'reference' ? 'integer' : kind;
}

interface RadioFieldProps extends Pick<TextFieldProps, 'label' | 'helperText' | 'error' | 'disabled' | 'sx'> {
  required: boolean;
  value: unknown;
  onChange: (value: string | number) => void;
  choices: readonly Choice[];
}

function RadioField({ label, required, error, helperText, disabled, sx, ...choice }: RadioFieldProps) {
  const id = useId();
  const word = useLabelWord();
  const { value, onChange, choices } = choice;
  return (
    <FormControl error={error === true} required={required} {...(sx && { sx })}>
      <FormLabel id={id}>{typeof label === 'string' ? word(label) : label}</FormLabel>
      <RadioGroup row aria-labelledby={id} value={value ?? ''}>
        {choices.map((each) => (
          <FormControlLabel
            key={each.value}
            value={each.value}
            label={each.label}
            control={<Radio size="small" />}
            disabled={disabled === true || each.disabled === true}
            onChange={() => onChange(each.value)}
          />
        ))}
      </RadioGroup>
      {helperText && <FormHelperText>{helperText}</FormHelperText>}
    </FormControl>
  );
}

const ADDRESS_KEYS = { inputMode: 'url', autoCapitalize: 'none', spellCheck: false } as const;

const linesOf = (lines: number) => (lines > 1 ? { multiline: true, minRows: lines } : {});

interface FlagFieldProps extends Pick<TextFieldProps, 'label' | 'helperText' | 'error' | 'disabled' | 'sx'> {
  value: boolean;
  onChange: (on: boolean) => void;
}

/** A switch with its label. */
export const FlagField = steady(
  ({ label, value, onChange, helperText, error = false, disabled, sx }: FlagFieldProps) => {
    const word = useLabelWord();
    return (
      <div>
        <FormControlLabel
          label={typeof label === 'string' ? word(label) : label}
          control={<Switch checked={value} onChange={(_, on) => onChange(on)} />}
          {...(disabled && { disabled })}
          {...(sx && { sx })}
        />
        {helperText && <FormHelperText error={error}>{helperText}</FormHelperText>}
      </div>
    );
  },
);
