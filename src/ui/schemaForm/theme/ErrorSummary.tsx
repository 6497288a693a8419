import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useCallback, useSyncExternalStore } from 'react';
import { fieldSchemas } from '#contract/rules/forms/fieldSchemas.ts';
import type { FormField } from '../store/FormFields.ts';
import type { FormStore } from '../store/FormStore.ts';
import { useForm } from '../store/formContext.ts';
import { parentOf } from '../store/paths.ts';

interface SummaryProps {
  ref: React.RefObject<HTMLDivElement | null>;
}

/** Everything that prevents the form from being submitted, each linked to its field. Takes the focus when requested. */
export const ErrorSummary = ({ ref }: SummaryProps) => {
  const { store } = useForm();
  const text = useSyncExternalStore(
    store.subscribe,
    useCallback(() => JSON.stringify(linesOf(store)), [store]),
  );
  const lines = JSON.parse(text) as SummaryLine[];
  if (lines.length === 0) return null;
  return (
    <Alert
      ref={ref}
      severity="error"
      role="group"
      tabIndex={-1}
      aria-label="O que falta corrigir"
      sx={{ mb: 3, '&:focus': { outlineOffset: 2 } }}
    >
      {lines.length === 1
        ? 'Corrija 1 campo para continuar:'
        : `Corrija ${lines.length} campos para continuar:`}
      <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
        {lines.map(({ pointer, label, message }) => (
          <li key={pointer}>
            {label === null ? (
              message
            ) : (
              <Link
                component="button"
                type="button"
                color="inherit"
                sx={{ textAlign: 'left' }}
                onClick={() => store.fields.fieldOf(pointer)?.focus()}
              >
                {label}: {message}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
};

interface SummaryLine {
  pointer: string;
  /** `null` when no rendered field can be focused. */
  label: string | null;
  message: string;
}

function linesOf(store: FormStore): SummaryLine[] {
  if (!store.errors.isSummed) return [];
  const ofFields = new Map<FormField, string>();
  const others: SummaryLine[] = [];
  for (const [pointer, message] of Object.entries(store.errors.all)) {
    const field = store.fields.fieldOf(pointer);
    if (!field) others.push({ pointer, label: null, message: withTitle(store, pointer, message) });
    else if (!ofFields.has(field)) ofFields.set(field, message);
  }
  const lines = [...ofFields]
    .sort(([left], [right]) => byPlace(left, right))
    .map(([field, message]) => ({ pointer: field.pointer, label: labelIn(store, field), message }));
  return [...lines, ...others];
}

/** Sorts fields by their position on the page. */
function byPlace(left: FormField, right: FormField): number {
  const [from, to] = [left.box(), right.box()];
  if (!from || !to) return 0;
  return from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1;
}

/** 'Endereço de entrega, CEP', when the form also has another CEP field. */
function labelIn(store: FormStore, field: FormField): string {
  const group = store.fields.isAmbiguous(field) && titleAt(store, parentOf(field.pointer));
  return group ? `${group}, ${field.label}` : field.label;
}

function withTitle(store: FormStore, pointer: string, message: string): string {
  const title = pointer !== '' && titleAt(store, pointer);
  return title ? `${title}: ${message}` : message;
}

function titleAt(store: FormStore, pointer: string): string | undefined {
  const title = fieldSchemas(store.schema, pointer).find((one) => typeof one.title === 'string')?.title;
  return title === undefined ? undefined : String(title);
}
