export type { SchemaFormHandle, SchemaFormProps } from './formProps.ts';
export { SchemaForm } from './SchemaForm.tsx';
export type { TypedTexts } from './store/typedTexts.ts';
