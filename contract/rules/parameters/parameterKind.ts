import type { JsonSchema } from '../definitions/definition.ts';

/** What a parameter's value may be. Both sides judge by it: the field in the browser, the write on the server. */
export type ParameterKind =
  | { tipo: 'INTEIRO'; minimo: number; maximo: number }
  /** Exact, stored as text with a point. */
  | { tipo: 'DECIMAL'; minimo: string; maximo: string; casas: number }
  | { tipo: 'SIM_NAO' }
  | { tipo: 'TEXTO'; maximo: number; formato?: 'EMAIL' }
  | { tipo: 'ESCOLHA'; opcoes: readonly { valor: string; rotulo: string }[] }
  /** Days `YYYY-MM-DD`. */
  | { tipo: 'DIAS'; maximo: number }
  /** `{ dias, inicio, fim }` (contract/rules/businessTime.ts). */
  | { tipo: 'EXPEDIENTE' }
  /** Yes or no under each name of the schema, or texts and numbers; nothing that the schema does not name. */
  | { tipo: 'OBJETO'; schema: JsonSchema }
  /** Word, colour and icon of each status of quotes and orders (contract/rules/orders/ownStatuses.ts). */
  | { tipo: 'SITUACOES'; maximo: number };

/** The groups of the screen, in their order. */
export const PARAMETER_GROUPS = [
  'Empresa e sessão',
  'Tickets',
  'E-mails',
  'Prazos e expediente',
  'Cadastro de clientes',
  'Orçamentos e pedidos',
  'Frete e entrega',
  'Call-center',
  'Força de vendas',
  'Números e valores',
  'Listas e arquivos',
  'Publicação',
  'Integração',
  'Guarda de registros',
] as const;
export type ParameterGroup = (typeof PARAMETER_GROUPS)[number];

/** Whether two JSON values say the same, in whatever order their keys were written. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        sameValue(one[key as keyof typeof one], other[key as keyof typeof other]),
    )
  );
}
