import type { Parameter } from '../../../contract/config/parameters.ts';
import type { ParameterKind } from '../../../contract/rules/parameters/parameterKind.ts';
import { parameterText } from '../../../contract/rules/parameters/parameterText.ts';

/** The contract carries the kind as it is; both sides read it by the same type. */
export const kindOf = (parameter: Parameter) => parameter.tipo as ParameterKind;

export const textOf = (parameter: Parameter, value: unknown): string =>
  parameterText(kindOf(parameter), value, parameter.unidade);
