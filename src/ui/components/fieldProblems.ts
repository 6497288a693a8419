import {
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
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
  children: ReactElement<{ value?: unknown; error?: boolean; helperText?: ReactNode }>;
}

/** Shows the message for a field at the input inside, in the place of its help. */
export function ProblemAt({ field, children }: ProblemAtProps) {
  const problem = useFieldProblem(field, children.props.value);
  return problem ? cloneElement(children, { error: true, helperText: problem }) : children;
}
