import Button from '@mui/material/Button';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';

interface NoAgendasProps {
  filtered: boolean;
  onClear: () => void;
}

/** Why the list is empty, and what to do about it. */
export const NoAgendas = ({ filtered, onClear }: NoAgendasProps) =>
  filtered ? (
    <EmptyState
      title="Nenhuma agenda com estes filtros"
      text="Tire um filtro, ou procure por outro cliente ou assunto."
      actions={
        <Button variant="outlined" onClick={onClear}>
          Limpar filtros
        </Button>
      }
    />
  ) : (
    <EmptyState title="Ainda não há agendas" text="Os contatos que você marcar com clientes aparecem aqui." />
  );
