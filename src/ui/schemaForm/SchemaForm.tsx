import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { Component, type ReactNode, useEffect, useState } from 'react';
import type { JsonSchema } from '../../../contract/rules/definitions/definition.ts';
import type { FormDefinition } from '../../../contract/rules/forms/formDefinition.ts';
import { ErrorState, StateMessage } from '../shell/states/StateMessage.tsx';
import type { BodyProps } from './FormBody.tsx';
import type { SchemaFormProps } from './formProps.ts';
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
