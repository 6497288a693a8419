import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Decimal } from '../../route.ts';

/** What saving the line so would come to. */
const OUTCOMES = [
  { value: 'LIVRE', label: 'Quem vende decide' },
  { value: 'AUTORIZADO', label: 'Coberto por uma autorização' },
  { value: 'FLEX', label: 'Coberto pelo flex do cliente' },
  { value: 'NEGOCIAR', label: 'Precisa de autorização' },
  { value: 'RECUSADO', label: 'Não pode ser salvo' },
] as const;

/** A line of a quote as it would be with another quantity or price; nothing is written. */
export const Simulation = Type.Object(
  {
    resultado: Type.Union(
      OUTCOMES.map(({ value, label }) => Type.Literal(value, { title: label })),
      { title: 'Resultado' },
    ),
    /** Says so in a sentence. */
    texto: Type.String({ title: 'Frase' }),
    preco: Decimal('Preço'),
    percDesc: Decimal('Desconto'),
    vlTot: Decimal('Total'),
    /** From the table, and by the rules for this quantity. */
    precoTabela: Decimal('Preço de tabela'),
    precoRegra: Decimal('Preço da quantidade'),
    precoMinimo: Decimal('Menor preço de quem vende'),
    /** With all that is left of the flex on this line. */
    precoComFlex: Decimal('Menor preço com o flex'),
    flexLivre: Decimal('Flex livre para a linha'),
    flexUsado: Decimal('Flex que a linha usa'),
  },
  { title: 'Simulação de preço' },
);
export type Simulation = Static<typeof Simulation>;
