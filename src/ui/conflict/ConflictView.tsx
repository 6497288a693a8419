import CheckOutlined from '@mui/icons-material/CheckOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { formatCalendarDate, isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { RelativeDate } from '../components/display/Texts.tsx';
import { useLabelWord } from '../words.ts';
import type { ShownConflict } from './useConflict.ts';

/** A field's label, and how to display its value if it is more than plain text. */
export type ConflictLabels<T> = {
  readonly [K in keyof T]?: string | { label: string; show: (value: T[K]) => ReactNode };
};

interface ConflictViewProps<T extends object> {
  conflict: ShownConflict<T>;
  labels?: ConflictLabels<T>;
  /** Name of the record: 'este contato'. */
  name: string;
  /**
   * For a page that saves automatically: no button was pressed, so the focus stays where the person is typing, and decisions
   * are sent immediately.
   */
  autosaved?: boolean;
}

type Key<T> = keyof T & string;

/**
 * Who changed what since the form was loaded: changes made only by the other user are applied and listed, and fields changed
 * by both are shown side by side until decided (docs/domain.md 12). It scrolls into view and takes the focus when it
 * opens.
 */
export function ConflictView<T extends object>({
  conflict,
  labels = {},
  name,
  autosaved = false,
}: ConflictViewProps<T>) {
  const { open, choose } = conflict;
  const at = open?.by;
  const heading = useShownHeading(autosaved ? null : at);
  const word = useLabelWord();
  if (!open || !at) return null;
  const labelOf = (key: Key<T>): string => word(labelled(labels, key).label);
  const shown = (key: Key<T>, value: T[Key<T>]): ReactNode => labelled(labels, key).show(value);
  const them = at.por ?? 'Outra pessoa';
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
        {them} mudou {name}
        {at.em && (
          <>
            {' '}
            <RelativeDate value={at.em} exact />
          </>
        )}
      </AlertTitle>
      {open.taken.length > 0 && (
        <>
          Entrou aqui, pois você não tinha mudado:
          <Taken aria-label="O que mudou">
            {open.taken.map((key) => (
              <li key={key}>
                {labelOf(key)}: <del>{shown(key, open.base[key])}</del> {shown(key, open.theirs[key])}
              </li>
            ))}
          </Taken>
        </>
      )}
      {open.disputed.map((key) => (
        <Dispute key={key} role="group" aria-label={labelOf(key)}>
          <strong>{labelOf(key)}</strong>
          <Side
            who={`De ${them}`}
            value={shown(key, open.theirs[key])}
            label="Ficar com o dele"
            chosen={open.chosen[key] === 'theirs'}
            onChoose={() => choose(key, 'theirs')}
          />
          <Side
            who="Seu"
            value={shown(key, open.mine[key])}
            label="Aplicar o meu"
            chosen={open.chosen[key] === 'mine'}
            onChoose={() => choose(key, 'mine')}
          />
        </Dispute>
      ))}
      {conflict.undecided
        ? `Escolha o que fica em cada campo${autosaved ? '.' : ' e salve.'}`
        : 'O que você digitou continua aqui. Confira e salve.'}
    </Alert>
  );
}

interface LabelledValue {
  label: string;
  show: (value: unknown) => ReactNode;
}

/** A field with only a label shows its value as plain text; one without a label uses its wire name, or `unnamed`. */
export function labelled<T>(labels: ConflictLabels<T>, key: Key<T>, unnamed: string = key): LabelledValue {
  const given = labels[key] as string | LabelledValue | undefined;
  return typeof given === 'object' ? given : { label: given ?? unnamed, show: shownValue };
}

interface SideProps {
  who: string;
  value: ReactNode;
  label: string;
  chosen: boolean;
  onChoose: () => void;
}

const Side = ({ who, value, label, chosen, onChoose }: SideProps) => (
  <div>
    <small>{who}</small>
    <span>{value}</span>
    <Button
      size="small"
      color={chosen ? 'primary' : 'inherit'}
      variant="outlined"
      startIcon={chosen && <CheckOutlined />}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      {label}
    </Button>
  </div>
);

const Taken = styled('ul')({ margin: '4px 0 8px', paddingInlineStart: 18, overflowWrap: 'anywhere' });

/** Theirs beside mine, stacked on a phone. */
const Dispute = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  marginBlock: 8,
  '& > strong': { gridColumn: '1 / -1', fontWeight: 600 },
  '& > div': { display: 'grid', gap: 4, justifyItems: 'start', alignContent: 'space-between' },
  '& span': { overflowWrap: 'anywhere', whiteSpace: 'pre-line', maxHeight: 160, overflowY: 'auto' },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

/** A field's value as plain text, derived from its type. */
function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(vazio)';
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (Array.isArray(value)) return listText(value);
  if (typeof value === 'object') return namedText(value as Record<string, unknown>);
  const text = String(value);
  if (isCalendarDate(text)) return formatCalendarDate(text);
  // Rich text is reduced to its text for comparison.
  return /<\w+[^>]*>/.test(text)
    ? text
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : text;
}

const NAMES = ['nome', 'desc', 'descricao', 'label', 'titulo', 'valor'];

function namedText(value: Record<string, unknown>): string {
  const name = NAMES.map((key) => value[key]).find((each) => typeof each === 'string' && each !== '');
  if (typeof name === 'string') return name;
  const parts = Object.values(value).filter((each) => each !== null && each !== '');
  return parts.length === 0 ? '(vazio)' : parts.map(shownValue).join(', ');
}

function listText(values: readonly unknown[]): string {
  if (values.length === 0) return '(vazio)';
  return values.length > 8 ? formatCount(values.length, 'item', 'itens') : values.map(shownValue).join(', ');
}

/** Scrolls a heading into view and focuses it whenever `what` changes, so that a conflict is never out of view. */
export function useShownHeading(what: unknown): RefObject<HTMLDivElement | null> {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!what) return;
    heading.current?.scrollIntoView?.({ block: 'center' });
    heading.current?.focus({ preventScroll: true });
  }, [what]);
  return heading;
}
