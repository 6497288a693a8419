import AddOutlined from '@mui/icons-material/AddOutlined';
import RemoveOutlined from '@mui/icons-material/RemoveOutlined';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { expectedPath } from '../../../../contract/rules/expectedPath.ts';
import { type Flow, initialStep } from '../../../../contract/rules/flow.ts';
import type { FlowFacts } from '../../../../contract/rules/flowCondition.ts';
import { openWays } from '../../../../contract/rules/flowMoves.ts';
import type { PreviewProps } from '../editorProps.ts';
import { indexIn } from '../jsonPointer.ts';
import { FlowPicture } from './FlowPicture.tsx';
import { FlowWalk } from './FlowWalk.tsx';

const ZOOMS = [0.6, 0.75, 0.9, 1, 1.25, 1.5];

/** The flow as a picture, and a sample ticket that walks through it. */
export function FlowPreview({ value, problems, place, onPlace }: PreviewProps) {
  const flow = value as unknown as Flow;
  const [trail, setTrail] = useState<readonly string[]>([]);
  const [facts, setFacts] = useState<FlowFacts>({});
  const [zoom, setZoom] = useState(2);
  // A step that was taken out ends the walk where it still stands.
  const known = trail.filter((key) => flow.etapas.some(({ chave }) => chave === key));
  const at = known.at(-1) ?? initialStep(flow)?.chave ?? '';
  const ways = openWays(flow, at, facts);
  const wrongIn = (list: string) =>
    new Set(
      problems.flatMap(({ ponteiro, gravidade }) => {
        const index = gravidade === 'ERRO' ? indexIn(list, ponteiro) : null;
        return index === null ? [] : [index];
      }),
    );
  return (
    <Pane>
      <div className="tools">
        <span>Linha cheia: caminho padrão. Tracejada: condicional.</span>
        <IconButton
          size="small"
          aria-label="Diminuir o desenho"
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          <RemoveOutlined fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label="Aumentar o desenho"
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <AddOutlined fontSize="small" />
        </IconButton>
      </div>
      <div className="picture">
        <FlowPicture
          flow={flow}
          chosen={{ step: indexIn('/etapas', place?.pointer), way: indexIn('/transicoes', place?.pointer) }}
          onPlace={(pointer) => onPlace?.(pointer)}
          at={at}
          passed={known.slice(0, -1)}
          expected={expectedPath(flow, at, facts)}
          open={ways.map(({ transition }) => flow.transicoes.indexOf(transition))}
          zoom={ZOOMS[zoom] ?? 1}
          wrong={{ steps: wrongIn('/etapas'), ways: wrongIn('/transicoes') }}
        />
      </div>
      <FlowWalk
        flow={flow}
        at={at}
        trail={known.length > 0 ? known : [at]}
        ways={ways}
        facts={facts}
        onFacts={setFacts}
        onGo={(key) => setTrail([...(known.length > 0 ? known : [at]), key])}
        onBack={() => setTrail(known.slice(0, -1))}
        onRestart={() => setTrail([])}
      />
    </Pane>
  );
}

const Pane = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'grid',
    gap: 12,
    '& .tools': {
      display: 'flex',
      alignItems: 'center',
      gap: 4,
      fontSize: 12,
      color: components.textoSecundario,
    },
    '& .tools span': { flex: 1 },
    '& .picture': {
      overflow: 'auto',
      maxHeight: 'max(320px, calc(100dvh - 420px))',
      border: `1px solid ${components.linha}`,
      borderRadius: 8,
      backgroundColor: components.fundo,
    },
  };
});
