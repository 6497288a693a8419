import type { Filter, FilterValues } from '../../ui/components/FilterBar/filters.ts';

/** A situation of the bar, and what the server is asked for it. */
const SITUATIONS = [
  { value: 'ENVIADO', label: 'Enviado', asks: { enviado: true } },
  { value: 'NA_CAIXA', label: 'Na caixa de saída', asks: { enviado: false } },
  { value: 'COM_ERRO', label: 'Com erro', asks: { comErro: true } },
] as const;

export const emailFilters: readonly Filter[] = [
  {
    key: 'situacao',
    label: 'Situação',
    kind: 'select',
    pinned: true,
    options: SITUATIONS.map(({ value, label }) => ({ value, label })),
  },
];

/** The bar speaks in words; the server in flags. */
export const fromBar = ({ situacao, ...others }: FilterValues): Record<string, unknown> => ({
  ...others,
  ...SITUATIONS.find(({ value }) => value === situacao)?.asks,
});

export function toBar(filter: Record<string, unknown>): FilterValues {
  const { enviado, comErro, ...others } = filter;
  const flags = JSON.stringify({
    ...(enviado !== undefined && { enviado }),
    ...(comErro !== undefined && { comErro }),
  });
  const situation = SITUATIONS.find(({ asks }) => JSON.stringify(asks) === flags);
  return { ...(others as FilterValues), ...(situation && { situacao: situation.value }) };
}
