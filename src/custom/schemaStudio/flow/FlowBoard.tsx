import AddOutlined from '@mui/icons-material/AddOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import FullscreenOutlined from '@mui/icons-material/FullscreenOutlined';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import MovingOutlined from '@mui/icons-material/MovingOutlined';
import RemoveOutlined from '@mui/icons-material/RemoveOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { expectedPath, openSteps } from '#contract/rules/flows/flow.ts';
import { resolvedFlow } from '#contract/rules/flows/flowExpression.ts';
import type { PreviewProps } from '../editorProps.ts';
import { indexIn } from '../jsonPointer.ts';
import { FlowPicture } from './FlowPicture.tsx';
import { FlowWalk, type Sample } from './FlowWalk.tsx';
import type { FlowActions } from './useFlowActions.ts';

interface FlowBoardProps {
  flow: Flow;
  problems: PreviewProps['problems'];
  actions: FlowActions;
  /** Steps passed by the sample ticket; the last one is its current step. */
  trail: readonly string[];
  onTrail: (trail: readonly string[]) => void;
  sample: Sample;
  onSample: (sample: Sample) => void;
  withWords?: boolean;
  onFull?: () => void;
}

const ZOOMS = [0.6, 0.8, 1, 1.25, 1.5];

/** The picture, its zoom, and the walk-through. */
export function FlowBoard(props: FlowBoardProps) {
  const { flow, problems, actions, trail, onTrail, sample, onSample, withWords = false, onFull } = props;
  const [zoom, setZoom] = useState<number | 'fit'>('fit');
  const at = trail.at(-1) ?? '';
  const { facts, answers } = sample;
  const judged = resolvedFlow(flow, at, (part) => answers[JSON.stringify(part)] ?? null);
  const open = openSteps(judged, at, facts);
  const step = (by: 1 | -1) => {
    const place = zoom === 'fit' ? 1 : ZOOMS.indexOf(zoom);
    setZoom(ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, place + by))] ?? 1);
  };
  const wrongIn = (list: string) =>
    new Set(
      problems.flatMap(({ ponteiro, gravidade }) => {
        const index = gravidade === 'ERRO' ? indexIn(list, ponteiro) : null;
        return index === null ? [] : [index];
      }),
    );
  return (
    <BoardPane data-full={!onFull || undefined}>
      <FlowTools actions={actions} />
      <span role="status" className="said">
        {actions.said}
      </span>
      <div className="tools">
        <span>Linha cheia: padrão. Tracejada: condicional.</span>
        <IconButton
          size="small"
          aria-label="Diminuir o desenho"
          disabled={zoom === ZOOMS[0]}
          onClick={() => step(-1)}
        >
          <RemoveOutlined fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label="Aumentar o desenho"
          disabled={zoom === ZOOMS.at(-1)}
          onClick={() => step(1)}
        >
          <AddOutlined fontSize="small" />
        </IconButton>
        <Button size="small" disabled={zoom === 'fit'} onClick={() => setZoom('fit')}>
          Ajustar
        </Button>
        {onFull && (
          <Button size="small" startIcon={<FullscreenOutlined />} onClick={onFull}>
            Tela cheia
          </Button>
        )}
      </div>
      <div className="frame">
        <FlowPicture
          flow={flow}
          actions={actions}
          at={at}
          passed={trail.slice(0, -1)}
          expected={expectedPath(judged, at, facts)}
          open={open.map(({ transition }) => judged.transicoes.indexOf(transition))}
          zoom={zoom}
          withWords={withWords}
          wrong={{ steps: wrongIn('/etapas'), transitions: wrongIn('/transicoes') }}
        />
      </div>
      <FlowWalk
        flow={flow}
        at={at}
        trail={trail}
        open={open}
        sample={sample}
        onSample={onSample}
        onGo={(key) => onTrail([...trail, key])}
        onBack={() => onTrail(trail.slice(0, -1))}
        onRestart={() => onTrail([])}
      />
    </BoardPane>
  );
}

/** The picture scrolls within its frame; in full screen it takes the space left by the walk-through. */
const BoardPane = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'grid',
    gap: 12,
    '& .tools': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 4,
      fontSize: 12,
      color: components.textoSecundario,
    },
    '& .tools > span': { flex: 1, minWidth: 140 },
    '& .said': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& .frame': {
      overflow: 'auto',
      maxHeight: 'max(320px, calc(100dvh - 400px))',
      border: `1px solid ${components.linha}`,
      borderRadius: 8,
      backgroundColor: components.fundo,
    },
    '&[data-full] .frame': { maxHeight: 'calc(100dvh - 300px)' },
  };
});

/** The editing actions of the picture, each with its keyboard shortcut. */
function FlowTools({ actions }: { actions: FlowActions }) {
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
