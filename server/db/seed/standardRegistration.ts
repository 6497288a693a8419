import type { Tx } from '../client.ts';
import {
  activities,
  contactTypes,
  customerClassifications,
  customerSegments,
  leadSources,
  priceTables,
} from '../tables/index.ts';

/** What the registration of customers offers until somebody says otherwise. */
const LISTS = [
  [
    activities,
    [
      'Atacado e distribuição',
      'Bar e restaurante',
      'Construção e reforma',
      'Hotel e pousada',
      'Indústria',
      'Loja de conveniência',
      'Mercearia e minimercado',
      'Padaria e confeitaria',
      'Produtor rural',
      'Supermercado',
      'Uso próprio',
    ],
  ],
  [
    leadSources,
    [
      'Indicação de cliente',
      'Internet',
      'Redes sociais',
      'Feira ou evento',
      'Representante',
      'Já era cliente',
    ],
  ],
  [priceTables, ['Varejo', 'Atacado', 'Distribuidor', 'Consumidor final']],
  [customerClassifications, ['A', 'B', 'C', 'Em observação']],
  [contactTypes, ['Contato', 'Sócio', 'Compras', 'Financeiro', 'Fiscal', 'Recebimento']],
  [customerSegments, ['Alimentos e bebidas', 'Higiene e limpeza', 'Utilidades', 'Bazar', 'Pet']],
] as const;

/** Only into a list that is empty: what administrators changed stays. */
export async function seedRegistrationLists(tx: Tx): Promise<void> {
  for (const [table, names] of LISTS)
    if ((await tx.$count(table)) === 0) await tx.insert(table).values(names.map((name) => ({ name })));
}
