export type { SchemaFormHandle, SchemaFormProps } from './formProps.ts';
export { SchemaForm } from './SchemaForm.tsx';
