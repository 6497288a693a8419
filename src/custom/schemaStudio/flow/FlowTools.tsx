import AddOutlined from '@mui/icons-material/AddOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import MovingOutlined from '@mui/icons-material/MovingOutlined';
import Button from '@mui/material/Button';
import type { FlowActions } from './useFlowActions.ts';

/** What is done in the picture, each with its key. */
export function FlowTools({ actions }: { actions: FlowActions }) {
  const { linking, readOnly } = actions;
  if (readOnly) return null;
  if (linking !== null)
    return (
      <div className="tools" role="toolbar" aria-label="Ligar etapas">
        <span role="status">Escolha a etapa de destino, ou toque em um lugar vazio para criar outra.</span>
        <Button size="small" onClick={actions.endLink}>
          Desistir (Esc)
        </Button>
      </div>
    );
  return (
    <div className="tools" role="toolbar" aria-label="Mudar o desenho">
      <Button
        size="small"
        variant="contained"
        startIcon={<AddOutlined />}
        aria-keyshortcuts="Insert"
        onClick={actions.add}
      >
        Etapa
      </Button>
      <Button
        size="small"
        startIcon={<MovingOutlined />}
        aria-keyshortcuts="L"
        disabled={!actions.mayLink}
        onClick={() => actions.startLink()}
      >
        Ligar
      </Button>
      <Button
        size="small"
        startIcon={<KeyboardArrowUp />}
        aria-keyshortcuts="Alt+ArrowUp"
        disabled={!actions.mayMove(-1)}
        onClick={() => actions.move(-1)}
      >
        Antes
      </Button>
      <Button
        size="small"
        startIcon={<KeyboardArrowDown />}
        aria-keyshortcuts="Alt+ArrowDown"
        disabled={!actions.mayMove(1)}
        onClick={() => actions.move(1)}
      >
        Depois
      </Button>
      <Button
        size="small"
        color="error"
        startIcon={<DeleteOutlined />}
        aria-keyshortcuts="Delete"
        disabled={!actions.mayRemove}
        onClick={actions.remove}
      >
        Retirar
      </Button>
    </div>
  );
}
