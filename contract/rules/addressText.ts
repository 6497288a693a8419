import { formatPostalCode } from './postalCode.ts';

interface AddressParts {
  logradouro?: string | undefined;
  numero?: string | undefined;
  complemento?: string | undefined;
  bairro?: string | undefined;
  cidade?: string | undefined;
  uf?: string | undefined;
  cep?: string | undefined;
}

/** An address in one line, whole: 'Rua das Flores, 10, apto 3 · Centro · Campinas – SP · CEP 13010-100'. */
export const addressText = (given: AddressParts): string =>
  [
    [given.logradouro, given.numero, given.complemento].filter(Boolean).join(', '),
    given.bairro,
    [given.cidade, given.uf].filter(Boolean).join(' – '),
    given.cep && `CEP ${formatPostalCode(given.cep)}`,
  ]
    .filter(Boolean)
    .join(' · ');
