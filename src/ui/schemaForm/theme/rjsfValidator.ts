import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import type { FormJudge } from '../validatorModule.ts';

/**
 * RJSF asks which branches hold, and nothing else: errors are the store's. Options of oneOf and anyOf are not drawn
 * (FORMS.md 4), so a schema that was not compiled holds for nothing.
 */
export const rjsfValidator = ({ holds }: FormJudge): ValidatorType<unknown, RJSFSchema> => ({
  isValid: (schema, data) => holds(schema, data ?? {}),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
});
