import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { Component, type ReactNode, type Ref, useEffect, useState } from 'react';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import type { FormDefinition } from '#contract/rules/forms/formDefinition.ts';
import { Button } from '#ui/components/Button.tsx';
import { Failure, StateMessage } from '../shell/states/StateMessage.tsx';
import { AuthoredLabels } from '../words.ts';
import type { BodyProps } from './FormBody.tsx';
import type { TypedTexts } from './store/FormFields.ts';
import { type FormValidator, loadValidator } from './validatorModule.ts';

/** A form from a definition: fields, rules, messages and conditions all come from its schema (docs/domain.md 14). */
export function SchemaForm<T extends object>({ standard = false, ...props }: SchemaFormProps<T>) {
  const { form } = props;
  const { parts, error, retry } = useFormParts(form);
  if (error !== undefined) return <Failure answer={{ error, refetch: retry }} />;
  if (!parts) return <FormSkeleton schema={form.schema} />;
  const Body = parts.Body as (props: BodyProps<T>) => ReactNode;
  return (
    <FormBoundary key={form.validador}>
      <AuthoredLabels value={!standard}>
        <Body {...props} formValidator={parts.formValidator} />
      </AuthoredLabels>
    </FormBoundary>
  );
}

/** As many placeholder bars as the form has fields, within limits, so that the page does not jump. */
function FormSkeleton({ schema }: { schema: JsonSchema }) {
  const count = Math.min(8, Math.max(2, Object.keys(schema.properties ?? {}).length));
  return (
    <Stack data-grows spacing={3} role="status" aria-busy aria-label="Carregando formulário">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <div key={index}>
          <Skeleton width={120} height={20} />
          <Skeleton variant="rounded" height={34} />
        </div>
      ))}
    </Stack>
  );
}

interface FormBoundaryProps {
  children: ReactNode;
}

/** A form that cannot be rendered must not break the rest of the page. */
class FormBoundary extends Component<FormBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <StateMessage
        role="alert"
        title="Este formulário não pôde ser mostrado"
        text="A definição dele tem um problema. Avise quem administra os esquemas; o que você já salvou continua salvo."
        actions={
          <Button variant="outlined" onClick={() => this.setState({ broken: false })}>
            Tentar novamente
          </Button>
        }
      />
    );
  }
}

/** What a form needs to be rendered: RJSF is loaded with the first form, the compiled rules with each version. */
interface FormParts {
  formValidator: FormValidator;
  Body: typeof import('./FormBody.tsx').FormBody;
}

interface Loading {
  address: string;
  parts?: FormParts | undefined;
  error?: unknown;
}

const FAILED = 'As regras deste formulário não chegaram. Verifique a conexão e tente de novo.';

/** Forms that were opened before are rendered without delay. */
const ready = new Map<string, FormParts>();

async function load({ validador, schema }: FormDefinition): Promise<FormParts> {
  const [formValidator, { FormBody }] = await Promise.all([
    loadValidator(validador, schema),
    import('./FormBody.tsx'),
  ]);
  const parts = { formValidator, Body: FormBody };
  ready.set(validador, parts);
  return parts;
}

/** A form's parts, with the states of loading and failure. */
function useFormParts(form: FormDefinition) {
  const address = form.validador;
  const [loading, setLoading] = useState<Loading>({ address });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address identifies the schema; a retry loads it again
  useEffect(() => {
    if (ready.has(address)) return;
    let wanted = true;
    const put = (next: Loading) => wanted && setLoading(next);
    load(form).then(
      (parts) => put({ address, parts }),
      () => put({ address, error: new Error(FAILED) }),
    );
    return () => {
      wanted = false;
    };
  }, [address, attempt]);
  const current: Loading = loading.address === address ? loading : { address };
  return {
    parts: ready.get(address) ?? current.parts,
    error: current.error,
    retry: () => {
      setLoading({ address });
      setAttempt((count) => count + 1);
    },
  };
}

export interface SchemaFormHandle<T> {
  /** Validates the whole form, shows the errors and moves the focus to the summary. Returns true when everything is valid. */
  validate: () => boolean;
  /** Commits text that is still being typed, and returns the value. */
  flush: () => T;
}

export interface SchemaFormProps<T extends object> {
  ref?: Ref<SchemaFormHandle<T>>;
  /** Keep the same object for the same version: a new one is rendered and validated from scratch. */
  form: FormDefinition;
  /** Whether its labels are the console's own, so that the company's words stand in their place. */
  standard?: boolean;
  value: T;
  /** What is saved already: a field that is left as it was is not held to rules that are newer than it. */
  stored?: T | undefined;
  /**
   * Receives only what is shown, and calculated or hidden fields as they were given; other values of a hidden branch are kept by the
   * form until it is shown again.
   */
  onChange: (value: T) => void;
  /** Called for Enter or a submit button once everything is valid. Without it, no form element is rendered. */
  onSubmit?: (value: T) => void;
  /**
   * The server's errors, by field: 'empresa.razaoSocial' or '/empresa/razaoSocial'. Each is removed once its field changes.
   */
  errors?: Record<string, string> | undefined;
  /** Invalid texts, kept by the parent that shows the form again, e.g. for a step that is left and revisited. */
  texts?: TypedTexts;
  /** Prefix of the fields' ids. */
  idPrefix?: string;
  /** Maximum number of columns; one below 900 px. */
  columns?: 1 | 2;
  disabled?: boolean;
  context?: {
    /** Sent along with every options request. */
    optionQuery?: Record<string, unknown>;
  };
  /** Content that belongs to a group without being one of its fields, shown under its title; keyed by the group's pointer. */
  inGroup?: Readonly<Record<string, ReactNode>>;
  children?: ReactNode;
}
