import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useCallback, useSyncExternalStore } from 'react';
import { fieldSchemas } from '../../../../contract/rules/forms/fieldSchemas.ts';
import type { FormStore } from '../store/FormStore.ts';
import { useForm } from '../store/formContext.ts';

interface SummaryProps {
  ref: React.RefObject<HTMLDivElement | null>;
}

/** What keeps the form from being sent, each leading to its field. Takes the focus once it is asked for. */
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
  /** `null` where no field is drawn that could be led to. */
  label: string | null;
  message: string;
}

function linesOf(store: FormStore): SummaryLine[] {
  if (!store.errors.isSummed) return [];
  const seen = new Set<string>();
  return Object.entries(store.errors.all).flatMap(([pointer, message]): SummaryLine[] => {
    const field = store.fields.fieldOf(pointer);
    if (!field) return [{ pointer, label: null, message: withTitle(store, pointer, message) }];
    if (seen.has(field.pointer)) return [];
    seen.add(field.pointer);
    return [{ pointer: field.pointer, label: field.label, message }];
  });
}

function withTitle(store: FormStore, pointer: string, message: string): string {
  const title = fieldSchemas(store.schema, pointer).find((one) => typeof one.title === 'string')?.title;
  return pointer !== '' && title ? `${String(title)}: ${message}` : message;
}
