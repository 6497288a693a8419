import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { Component, type ReactNode, type Ref, useEffect, useState } from 'react';
import type { JsonSchema } from '../../../contract/rules/definitions/definition.ts';
import type { FormDefinition } from '../../../contract/rules/forms/formDefinition.ts';
import { ErrorState, StateMessage } from '../shell/states/StateMessage.tsx';
import type { BodyProps } from './FormBody.tsx';
import type { TypedTexts } from './store/FormFields.ts';
import { type FormJudge, loadJudge } from './validatorModule.ts';

/** A form of a definition: fields, rules, messages and conditions all come from its schema (FORMS.md). */
export function SchemaForm<T extends object>(props: SchemaFormProps<T>) {
  const { form } = props;
  const { parts, error, retry } = useFormParts(form);
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  if (!parts) return <FormSkeleton schema={form.schema} />;
  const Body = parts.Body as (props: BodyProps<T>) => ReactNode;
  return (
    <FormBoundary key={form.validador}>
      <Body {...props} judge={parts.judge} />
    </FormBoundary>
  );
}

/** As many bars as the form has fields, within reason, so that the page does not jump. */
function FormSkeleton({ schema }: { schema: JsonSchema }) {
  const count = Math.min(8, Math.max(2, Object.keys(schema.properties ?? {}).length));
  return (
    <Stack spacing={3} role="status" aria-busy aria-label="Carregando formulário">
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

/** A form that cannot be drawn takes nothing else of the page with it. */
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
        text="A definição dele tem um problema. Avise quem administra os esquemas; o que você já salvou continua guardado."
        actions={
          <Button variant="outlined" onClick={() => this.setState({ broken: false })}>
            Tentar novamente
          </Button>
        }
      />
    );
  }
}

/** What a form is drawn with: RJSF comes with the first one that is opened, the rules with each version. */
interface FormParts {
  judge: FormJudge;
  Body: typeof import('./FormBody.tsx').FormBody;
}

interface Loading {
  address: string;
  parts?: FormParts | undefined;
  error?: unknown;
}

const FAILED = 'As regras deste formulário não chegaram. Verifique a conexão e tente de novo.';

/** Forms that were opened before stand at once. */
const ready = new Map<string, FormParts>();

async function load({ validador, schema }: FormDefinition): Promise<FormParts> {
  const [judge, { FormBody }] = await Promise.all([loadJudge(validador, schema), import('./FormBody.tsx')]);
  const parts = { judge, Body: FormBody };
  ready.set(validador, parts);
  return parts;
}

/** The parts of a form, while they load and when that fails. */
function useFormParts(form: FormDefinition) {
  const address = form.validador;
  const [loading, setLoading] = useState<Loading>({ address });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address names the schema; another attempt loads again
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
  /** Judges the whole, shows what is wrong and takes the focus to the summary. True when all is good. */
  validate: () => boolean;
  /** Puts text that is still being typed into the value, and answers the value. */
  flush: () => T;
}

export interface SchemaFormProps<T extends object> {
  ref?: Ref<SchemaFormHandle<T>>;
  /** Kept as one object while the version is the same: a new one is drawn and judged anew. */
  form: FormDefinition;
  value: T;
  /** Receives only what is shown: a branch that is hidden is kept by the form until it is shown again. */
  onChange: (value: T) => void;
  /** Called with Enter or a button of type submit, once all is good. Without it no form element is made. */
  onSubmit?: (value: T) => void;
  /** What the server refused, by field: 'empresa.razaoSocial' or '/empresa/razaoSocial'. Gone once the field changes. */
  errors?: Record<string, string> | undefined;
  /** Texts that mean nothing, kept by whoever shows the form again: a step that is left and come back to. */
  texts?: TypedTexts;
  /** Begins the ids of the fields. */
  idPrefix?: string;
  /** At most; one below 900 px. */
  columns?: 1 | 2;
  disabled?: boolean;
  context?: {
    /** Goes along with every question for options. */
    optionQuery?: Record<string, unknown>;
  };
  /** What belongs to a group without being a field of it: shown under its title, by the group's pointer. */
  inGroup?: Readonly<Record<string, ReactNode>>;
  /** Buttons. */
  children?: ReactNode;
}
