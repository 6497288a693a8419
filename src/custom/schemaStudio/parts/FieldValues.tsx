import AddOutlined from '@mui/icons-material/AddOutlined';
import ArchiveOutlined from '@mui/icons-material/ArchiveOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import UnarchiveOutlined from '@mui/icons-material/UnarchiveOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, Suspense, useId, useMemo } from 'react';
import type { Problem } from '#contract/config/definitions.ts';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import type { UiSchema } from '#contract/rules/forms/formDefinition.ts';
import { recordOf } from '#contract/rules/jsonRecord.ts';
import { Hint } from '#ui/components/Hint.tsx';
import { problemAt, TextProperty } from '#ui/components/inputs/PropertyFields.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import { moved } from '../jsonPointer.ts';
import { SchemaForm, usePreviewForm } from '../preview/FormPreview.tsx';

interface ListedOption {
  valor: string;
  rotulo: string;
  /** No longer offered, but still readable where it was chosen. */
  arquivada?: boolean;
}

interface OptionListProps {
  options: readonly ListedOption[];
  onChange: (options: ListedOption[]) => void;
  /** Pointer of the list. */
  pointer: string;
  /** Pointers of an option's value and label. */
  placesOf: (option: ListedOption, index: number) => { valor: string; rotulo: string };
  /** Published values, which must not change. */
  known: ReadonlySet<string>;
  /** Derives the stored value from a label, avoiding the taken values. */
  valueFrom: (label: string, taken: readonly string[]) => string;
  /** Whether a published option can be archived; otherwise it can only be removed. */
  archives: boolean;
  problems: readonly Problem[];
  readOnly: boolean;
}

/** The label and the stored value of each option, in order. The value follows the label until it is published. */
export function OptionList(props: OptionListProps) {
  const { options, onChange, pointer, placesOf, known, valueFrom, archives, problems, readOnly } = props;
  const put = (index: number, option: ListedOption) => onChange(options.toSpliced(index, 1, option));
  const error = problemAt(problems, pointer);
  const takenBeside = (index: number) => options.toSpliced(index, 1).map(({ valor }) => valor);
  const rename = (index: number, option: ListedOption, rotulo: string) => {
    const followed = option.valor === valueFrom(option.rotulo, takenBeside(index));
    const follows = followed && !known.has(option.valor);
    put(index, { ...option, rotulo, ...(follows && { valor: valueFrom(rotulo, takenBeside(index)) }) });
  };
  const add = () => {
    const rotulo = `Opção ${options.length + 1}`;
    onChange([
      ...options,
      {
        valor: valueFrom(
          rotulo,
          options.map(({ valor }) => valor),
        ),
        rotulo,
      },
    ]);
  };
  return (
    <fieldset data-pointer={pointer} style={FIELDSET}>
      <legend style={{ padding: 0, marginBottom: 8, fontSize: 13, fontWeight: 600 }}>Opções</legend>
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its value changes while typing
        <fieldset key={index} aria-label={`Opção ${index + 1}`} style={ROW}>
          <TextProperty
            label={option.arquivada ? 'Rótulo (arquivada)' : 'Rótulo'}
            pointer={placesOf(option, index).rotulo}
            value={option.rotulo}
            onChange={(rotulo) => rename(index, option, rotulo)}
            problems={problems}
            readOnly={readOnly}
            maxLength={80}
          />
          <TextProperty
            label="Valor"
            pointer={placesOf(option, index).valor}
            value={option.valor}
            onChange={(valor) => put(index, { ...option, valor: valor.trim() })}
            problems={problems}
            readOnly={readOnly || known.has(option.valor)}
            maxLength={60}
            commitOnBlur
          />
          {!readOnly && (
            <OptionActs
              option={option}
              isFirst={index === 0}
              isLast={index === options.length - 1}
              mayArchive={archives && known.has(option.valor)}
              onMove={(by) => onChange(moved(options, index, index + by))}
              onArchive={() => put(index, archived(option))}
              onRemove={() => onChange(options.toSpliced(index, 1))}
            />
          )}
        </fieldset>
      ))}
      {error && (
        <p role="alert" style={{ margin: 0, fontSize: 12 }}>
          {error}
        </p>
      )}
      {!readOnly && (
        <div>
          <Button startIcon={<AddOutlined />} onClick={add}>
            Incluir opção
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const FIELDSET = { display: 'grid', gap: 10, margin: 0, padding: 0, border: 0, minWidth: 0 } as const;

const ROW = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
  gap: 6,
  alignItems: 'start',
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
} as const;

const archived = ({ valor, rotulo, arquivada }: ListedOption): ListedOption =>
  arquivada ? { valor, rotulo } : { valor, rotulo, arquivada: true };

interface OptionActsProps {
  option: ListedOption;
  isFirst: boolean;
  isLast: boolean;
  mayArchive: boolean;
  onMove: (by: -1 | 1) => void;
  onArchive: () => void;
  onRemove: () => void;
}

function OptionActs({ option, isFirst, isLast, mayArchive, onMove, onArchive, onRemove }: OptionActsProps) {
  const { rotulo, arquivada } = option;
  return (
    <span style={{ gridColumn: '1 / -1', display: 'flex', justifyContent: 'flex-end', marginTop: -6 }}>
      <Act text={`Subir ${rotulo}`} disabled={isFirst} onClick={() => onMove(-1)}>
        <KeyboardArrowUp fontSize="small" />
      </Act>
      <Act text={`Descer ${rotulo}`} disabled={isLast} onClick={() => onMove(1)}>
        <KeyboardArrowDown fontSize="small" />
      </Act>
      {mayArchive ? (
        <Act text={arquivada ? `Voltar a oferecer ${rotulo}` : `Arquivar ${rotulo}`} onClick={onArchive}>
          {arquivada ? <UnarchiveOutlined fontSize="small" /> : <ArchiveOutlined fontSize="small" />}
        </Act>
      ) : (
        <Act text={`Excluir ${rotulo}`} onClick={onRemove}>
          <DeleteOutlined fontSize="small" />
        </Act>
      )}
    </span>
  );
}

interface ActProps {
  text: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Act = ({ text, disabled = false, onClick, children }: ActProps) => (
  <Hint text={text}>
    <span>
      <IconButton size="small" aria-label={text} disabled={disabled} onClick={onClick}>
        {children}
      </IconButton>
    </span>
  </Hint>
);

interface DefaultValueProps {
  /** Schema of the field whose default is edited, so that its own input is used. */
  schema: JsonSchema;
  ui: UiSchema;
  value: unknown;
  onChange: (value: unknown) => void;
  pointer: string;
  label?: string;
}

/** A field's default value, chosen with the field's own input. */
export function DefaultValue({
  schema,
  ui,
  value,
  onChange,
  pointer,
  label = 'Começa com',
}: DefaultValueProps) {
  const id = useId();
  const draft = useMemo(() => {
    const { default: _, description: __, ...rest } = schema;
    const { 'ui:options': options, ...others } = ui;
    const { dependeDe: ___, ...kept } = recordOf(options);
    return {
      schema: { type: 'object', properties: { valor: { ...rest, title: label } } },
      ui: { valor: { ...others, ...(options !== undefined && { 'ui:options': kept }) } },
    };
  }, [schema, ui, label]);
  const { form, failure } = usePreviewForm(draft);
  const data = useMemo(() => (value === undefined ? {} : { valor: value }), [value]);
  return (
    <div data-pointer={pointer}>
      {failure && <Alert severity="warning">{failure}</Alert>}
      <Suspense fallback={<FormSkeleton />}>
        {form ? (
          <SchemaForm
            form={form}
            value={data}
            onChange={(next) => onChange(isNothing(next.valor) ? undefined : next.valor)}
            idPrefix={`valor-${id}`}
            columns={1}
          />
        ) : (
          !failure && <FormSkeleton />
        )}
      </Suspense>
    </div>
  );
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
