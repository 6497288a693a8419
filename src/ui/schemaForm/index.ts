export type { SchemaFormHandle, SchemaFormProps } from './SchemaForm.tsx';
export { SchemaForm } from './SchemaForm.tsx';
export type { TypedTexts } from './store/FormFields.ts';
