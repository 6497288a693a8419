import type { SchemaFormProps } from './formProps.ts';
import type { FormJudge } from './validatorModule.ts';

export interface BodyProps<T extends object> extends SchemaFormProps<T> {
  judge: FormJudge;
}

export function FormBody<T extends object>({ children }: BodyProps<T>) {
  return <div>{children}</div>;
}
