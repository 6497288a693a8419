import TextField from '@mui/material/TextField';
import { Form as StockForm } from '@rjsf/mui';
import validator from '@rjsf/validator-ajv8';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ChangeEvent, memo, type ReactNode, useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { SchemaForm } from '#ui/schemaForm/SchemaForm.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { benchSchema, type FormKind, fieldNames } from './sizes.ts';

type Data = Record<string, string | undefined>;

interface PlainFieldProps {
  name: string;
  label: string;
  value: string;
  onChange: (name: string, text: string) => void;
}

/** What a careful programmer would write by hand. */
const PlainField = memo(({ name, label, value, onChange }: PlainFieldProps) => (
  <TextField
    id={name}
    label={label}
    fullWidth
    value={value}
    helperText=""
    onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(name, event.target.value)}
  />
));

const Plain = ({ count }: { count: number }) => {
  const [data, setData] = useState<Data>({});
  const change = useCallback(
    (name: string, text: string) => setData((known) => ({ ...known, [name]: text })),
    [],
  );
  return (
    <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 16 }}>
      {fieldNames(count).map((name, index) => (
        <PlainField
          key={name}
          name={name}
          label={`Campo ${index}`}
          value={data[name] ?? ''}
          onChange={change}
        />
      ))}
    </div>
  );
};

const Ours = ({ count }: { count: number }) => {
  const [form] = useState(() => ({
    schema: benchSchema(count),
    ui: {},
    validador: `/validadores/${count}.js`,
  }));
  const [data, setData] = useState<Data>({});
  return <SchemaForm form={form} value={data} onChange={setData} />;
};

const Stock = ({ count }: { count: number }) => {
  const [schema] = useState(() => benchSchema(count));
  const [data, setData] = useState<Data>({});
  return (
    <StockForm
      schema={schema}
      validator={validator}
      formData={data}
      onChange={({ formData }) => setData(formData as Data)}
    />
  );
};

const FORMS: Record<FormKind, (props: { count: number }) => ReactNode> = {
  plain: Plain,
  ours: Ours,
  stock: Stock,
};

export interface FormsBench {
  /** Milliseconds from the call to the frame in which the last field is rendered. */
  mount: (kind: FormKind, count: number) => Promise<number>;
}
declare global {
  interface Window {
    formsBench: FormsBench;
  }
}

const root = createRoot(document.getElementById('root') as HTMLElement);
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

window.formsBench = {
  async mount(kind, count) {
    const Form = FORMS[kind];
    root.render(null);
    await frame();
    await frame();
    const start = performance.now();
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ThemeProvider>
          <Form count={count} />
        </ThemeProvider>
      </QueryClientProvider>,
    );
    while (document.querySelectorAll('input').length < count) await frame();
    await frame();
    return performance.now() - start;
  },
};
