import Button from '@mui/material/Button';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';

interface NoPickupsProps {
  filtered: boolean;
  onClear: () => void;
  /** Absent for who may generate none. */
  onGenerate?: (() => void) | undefined;
}

/** Why the list is empty, and what to do about it. */
export function NoPickups({ filtered, onClear, onGenerate }: NoPickupsProps) {
  if (filtered)
    return (
      <EmptyState
        title="Nenhuma coleta com estes filtros"
        text="Tire um filtro ou procure por outro número ou nome."
        actions={
          <Button variant="outlined" onClick={onClear}>
            Limpar filtros
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title="Ainda não há coletas"
      text="Gere coletas dos tickets que aguardam na etapa de coleta."
      actions={
        onGenerate && (
          <Button variant="contained" onClick={onGenerate}>
            Gerar coletas
          </Button>
        )
      }
    />
  );
}
