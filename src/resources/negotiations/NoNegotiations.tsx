import Button from '@mui/material/Button';
import type { FilterValues } from '../../ui/components/FilterBar/filters.ts';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';

interface NoNegotiationsProps {
  values: FilterValues;
  onClear: () => void;
}

/** Why the list is empty, and what to do about it. */
export function NoNegotiations({ values, onClear }: NoNegotiationsProps) {
  const { status, ...others } = values;
  if (Object.keys(others).length > 0)
    return (
      <EmptyState
        title="Nenhum preço com estes filtros"
        text="Tire um filtro ou procure por outro orçamento, cliente ou produto."
        actions={
          <Button variant="outlined" onClick={onClear}>
            Limpar filtros
          </Button>
        }
      />
    );
  return status === undefined ? (
    <EmptyState
      title="Nada para decidir"
      text="Quando alguém solicitar um preço abaixo da tabela, ele aparece aqui."
      actions={
        <Button variant="outlined" onClick={onClear}>
          Ver todos
        </Button>
      }
    />
  ) : (
    <EmptyState
      title="Nenhum preço nesta situação"
      text="Os preços são solicitados na linha do produto, dentro do orçamento."
    />
  );
}
