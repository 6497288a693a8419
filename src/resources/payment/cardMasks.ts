import type { Mask } from '../../ui/components/inputs/masks.ts';

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Groups of four, and the stroke between month and year, as they stand on a card. */
export const CARD_MASKS = {
  card: {
    format: (plain) => plain.replace(/(.{4})(?=.)/g, '$1 '),
    plain: digitsOf,
    belongs: /^[\d.\-\s]*$/,
    most: 19,
    asks: 'O cartão tem até 19 números',
    placeholder: '',
  },
  cardMonth: {
    format: (plain) => (plain.length > 2 ? `${plain.slice(0, 2)}/${plain.slice(2)}` : plain),
    plain: digitsOf,
    belongs: /^[\d/\s]*$/,
    most: 6,
    asks: 'Informe a validade como MM/AA.',
    whole: (text) => text.replace(/^\s*(\d)(?=\s*\/)/, '0$1'),
    placeholder: 'MM/AA',
  },
  cardCode: {
    format: (plain) => plain,
    plain: digitsOf,
    belongs: /^\d*$/,
    most: 4,
    asks: 'São 3 ou 4 números.',
    placeholder: '',
  },
} satisfies Record<string, Mask>;
