import {
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** What the fields of a dialog lack, by field. The dialog shows each message at its field; an empty one means no problem. */
export class FieldProblems extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    const found = Object.entries(fields).filter(([, message]) => message !== '');
    super(found.map(([, message]) => message).join('\n'));
    this.fields = Object.fromEntries(found);
  }
}

interface ProblemsOfFields {
  texts: Readonly<Record<string, string>>;
  /** The fields that show their own messages. */
  shown: Set<string>;
}

export const FieldProblemsContext = createContext<ProblemsOfFields>({ texts: {}, shown: new Set() });

/** The message for a field of the dialog around it, which the caller shows, until the field has another value. */
export function useFieldProblem(field: string, value: unknown): string | undefined {
  const { texts, shown } = useContext(FieldProblemsContext);
  useEffect(() => {
    shown.add(field);
    return () => void shown.delete(field);
  }, [field, shown]);
  const refused = useRef({ texts, value });
  if (refused.current.texts !== texts) refused.current = { texts, value };
  return refused.current.value === value ? texts[field] : undefined;
}

interface ProblemAtProps {
  field: string;
  /** Required where the input inside has no value of its own, as in an Autocomplete. */
  value?: unknown;
  children: ReactElement<{ value?: unknown; error?: boolean; helperText?: ReactNode }>;
}

/** Shows the message for a field at the input inside, in the place of its help. */
export function ProblemAt({ field, value, children }: ProblemAtProps) {
  const problem = useFieldProblem(field, value === undefined ? children.props.value : value);
  return problem ? cloneElement(children, { error: true, helperText: problem }) : children;
}

/** The fields may be taller than the window, in which case a message at its edge would go unseen. */
export const intoSight = (node: HTMLElement | null) => node?.scrollIntoView?.({ block: 'nearest' });

/** A control with a message: an invalid field, or the button by which refused files are chosen. */
export const REFUSED = '[aria-invalid=true]:not([tabindex="-1"]), [data-refused]';

/** Moves the focus to a refused field, whose message is then announced; returns false if it is only scrolled into view. */
export function focusRefused(field: HTMLElement): boolean {
  // A field with suggestions opens them when it gets the focus, and they would cover the message.
  const stays = field === document.activeElement || field.hasAttribute('aria-autocomplete');
  if (stays) intoSight(field);
  else field.focus();
  return !stays;
}

/**
 * Moves the focus to the first refused field inside whenever messages arrive. Returns those to be announced, because the focus
 * cannot move to them. `shown` are the fields that show their messages, if others may not.
 */
export function useProblemFocus(
  inside: RefObject<HTMLElement | null>,
  texts: Readonly<Record<string, string>>,
  shown?: ReadonlySet<string>,
): string {
  const [spoken, setSpoken] = useState('');
  // Earlier than whoever watches the page for refusals, so that nobody moves the focus twice.
  useLayoutEffect(() => {
    const refused = Object.keys(texts);
    const first = refused.length > 0 ? inside.current?.querySelector<HTMLElement>(REFUSED) : undefined;
    const atFields = refused.filter((field) => shown?.has(field) ?? true);
    const takesFocus = !first || focusRefused(first);
    setSpoken(takesFocus ? '' : atFields.map((field) => texts[field]).join(' '));
  }, [inside, texts, shown]);
  return spoken;
}
