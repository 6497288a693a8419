import { call, type Expression } from '../../../expression/tree.ts';
import type { CompanyRule } from '../companyRule.ts';

export const field = (campo: string): Expression => ({ campo });
export const text = (texto: string): Expression => ({ texto });
export const number = (numero: string): Expression => ({ numero });
export const yes = (campo: string) => call('igual', field(campo), { logico: true });
export const no = (campo: string) => call('igual', field(campo), { logico: false });
export const is = (campo: string, value: string) => call('igual', field(campo), text(value));
export const above = (campo: string, value: string) => call('maior', field(campo), number(value));
export const holds = (...all: Expression[]) => call('todas', ...all);

export const happens = (evento: string) => ({ tipo: 'EVENTO', evento }) as const;
export const hours = (campo: string, quantidade: number) =>
  ({ tipo: 'PRAZO', campo, quantidade, unidade: 'HORAS' }) as const;
export const days = (campo: string, quantidade: number) =>
  ({ tipo: 'PRAZO', campo, quantidade, unidade: 'DIAS' }) as const;

/** An action that still lacks what only the company can choose: its sector, person, reply or webhook. */
type Begun = { readonly acao: string } & Readonly<Record<string, unknown>>;

/** A rule to begin from; what is not chosen yet is asked for at its control before it can be published. */
export interface RuleExample extends Omit<CompanyRule, 'formato' | 'papel' | 'entao'> {
  entao: readonly Begun[];
}
