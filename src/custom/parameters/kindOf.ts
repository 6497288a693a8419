import type { Parameter } from '../../../contract/config/parameters.ts';
import type { ParameterKind } from '../../../contract/rules/parameters/parameterKind.ts';
import { parameterText } from '../../../contract/rules/parameters/parameterText.ts';

type Readable = Pick<Parameter, 'tipo' | 'unidade'>;

/** The contract carries the kind as it is; both sides read it by the same type. */
export const kindOf = (parameter: Readable) => parameter.tipo as ParameterKind;

export const textOf = (parameter: Readable, value: unknown): string =>
  parameterText(kindOf(parameter), value, parameter.unidade);
