import AddOutlined from '@mui/icons-material/AddOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ComponentProps, type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { isSourceKind } from '#contract/rules/dashboards/blockSources.ts';
import {
  blockKinds,
  blockWidths,
  type DashboardBlock,
  type DashboardDefinition,
  reportOf,
} from '#contract/rules/dashboards/dashboard.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { type ReportCard, reportRoutes } from '#contract/sac/reports/reports.ts';
import { useRoute } from '#data/useRoute.ts';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { BlockContent } from '../../dashboardPage/BlockContent.tsx';
import { DashboardGrid, GridCell } from '../../dashboardPage/DashboardGrid.tsx';
import { SourceContent } from '../../dashboardPage/SourceContent.tsx';
import { sourceAnswer, useSources } from '../../dashboardPage/useSources.ts';
import type { PreviewProps } from '../editorProps.ts';
import { indexIn } from '../jsonPointer.ts';
import { useOnceDrawn } from '../parts/PartsList.tsx';
import { AddBlockDialog } from './AddBlockDialog.tsx';
import { AddSourceDialog } from './AddSourceDialog.tsx';
import {
  blocksIn,
  type Edited,
  withBlockMoved,
  withHeight,
  withNewBlock,
  withoutBlock,
  withWidth,
} from './dashboardEdits.ts';
import { asShown, useBlockPreview } from './useBlockPreview.ts';

/**
 * The dashboard as its author sees it. A block is selected by its title; Alt with the arrows moves it, with Shift they make it
 * wider, narrower, taller or lower, and Delete removes it. The buttons above do the same, and dragging moves it too.
 */
export function DashboardPicture({
  value,
  onChange,
  problems,
  readOnly = false,
  place,
  onPlace,
}: PreviewProps) {
  const blocks = blocksIn(value);
  const { filtros } = contentOf('dashboards', value);
  const { data: reports = [] } = useRoute(reportRoutes.list, { query: {} });
  const chosen = indexIn('/blocos', place?.pointer);
  const [adding, setAdding] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const ground = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const onceDrawn = useOnceDrawn();
  const nameOf = (block: DashboardBlock) => asShown(block, reports, false).titulo || 'Texto';
  const put = (edited: Edited, words: (block: DashboardBlock) => string) => {
    if (edited.content === value) return;
    onChange(edited.content);
    onPlace?.(edited.index < 0 ? '' : `/blocos/${edited.index}`);
    const block = blocksIn(edited.content)[edited.index];
    setSaid(block ? words(block) : 'Bloco retirado. Não há mais nenhum.');
    onceDrawn(() => {
      const drawn = ground.current?.querySelector<HTMLElement>(
        `[data-block="${CSS.escape(block?.chave ?? '')}"]`,
      );
      (drawn ?? toolbar.current?.querySelector('button'))?.focus();
    });
  };
  const move = (from: number, to: number) =>
    put(
      withBlockMoved(value, from, to),
      (block) => `${nameOf(block)} agora é o ${to + 1}º de ${blocks.length}.`,
    );
  const width = (index: number, by: -1 | 1) =>
    put(
      withWidth(value, index, by),
      (block) => `${nameOf(block)}: ${blockWidths[block.largura].toLowerCase()}.`,
    );
  const height = (index: number, by: -1 | 1) =>
    put(withHeight(value, index, by), (block) => `${nameOf(block)}: altura ${block.altura}.`);
  const remove = (index: number) => {
    const removedBlock = blocks[index];
    if (removedBlock)
      put(withoutBlock(value, index), () => `${nameOf(removedBlock)} saiu do painel. Ctrl+Z desfaz.`);
  };
  const add = (block: Parameters<typeof withNewBlock>[1]) => {
    setAdding(false);
    setChoosing(false);
    put(withNewBlock(value, block, chosen), (added) => `${nameOf(added)} entrou no painel.`);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (readOnly) return;
    if (event.key === 'Delete') {
      event.preventDefault();
      return remove(index);
    }
    const step = STEPS[event.key];
    if (!step || !event.altKey) return;
    event.preventDefault();
    const { by, across } = step;
    if (!event.shiftKey) move(index, index + by);
    else if (across) width(index, by);
    // Down makes it taller.
    else height(index, by);
  };
  const at = chosen ?? -1;
  const act = (label: string, keys: string, edited: Edited, run: () => void) => ({
    ...{ label, keys, act: run },
    edited: chosen === null ? null : edited,
  });
  const acts = [
    act('Antes', 'Alt+ArrowUp', withBlockMoved(value, at, at - 1), () => move(at, at - 1)),
    act('Depois', 'Alt+ArrowDown', withBlockMoved(value, at, at + 1), () => move(at, at + 1)),
    act('Mais estreito', 'Alt+Shift+ArrowLeft', withWidth(value, at, -1), () => width(at, -1)),
    act('Mais largo', 'Alt+Shift+ArrowRight', withWidth(value, at, 1), () => width(at, 1)),
    act('Mais baixo', 'Alt+Shift+ArrowUp', withHeight(value, at, -1), () => height(at, -1)),
    act('Mais alto', 'Alt+Shift+ArrowDown', withHeight(value, at, 1), () => height(at, 1)),
  ];
  const dragEvents = (index: number) =>
    readOnly
      ? {}
      : {
          draggable: true,
          onDragStart: (event: DragEvent) => {
            event.dataTransfer.effectAllowed = 'move';
            setDragged(index);
          },
          onDragOver: (event: DragEvent) => dragged !== null && event.preventDefault(),
          onDrop: (event: DragEvent) => {
            event.preventDefault();
            if (dragged !== null) move(dragged, index);
          },
          onDragEnd: () => setDragged(null),
        };
  return (
    <div data-in-order style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      {!readOnly && (
        <div ref={toolbar} role="toolbar" aria-label="Mudar o painel" className="acts">
          <Button
            size="small"
            variant="contained"
            startIcon={<AddOutlined />}
            onClick={() => setAdding(true)}
          >
            Relatório
          </Button>
          <Button
            size="small"
            variant="outlined"
            startIcon={<AddOutlined />}
            onClick={() => add({ tipo: 'TEXTO', texto: 'Novo texto' })}
          >
            Texto
          </Button>
          <Button
            size="small"
            variant="outlined"
            startIcon={<AddOutlined />}
            onClick={() => setChoosing(true)}
          >
            Meu dia
          </Button>
          {acts.map(({ label, keys, edited, act }) => (
            <Button
              key={label}
              size="small"
              aria-keyshortcuts={keys}
              disabled={edited === null || edited.content === value}
              onClick={act}
            >
              {label}
            </Button>
          ))}
          <Button
            size="small"
            color="error"
            startIcon={<DeleteOutlined />}
            aria-keyshortcuts="Delete"
            disabled={chosen === null}
            onClick={() => chosen !== null && remove(chosen)}
          >
            Retirar
          </Button>
        </div>
      )}
      {blocks.length === 0 && (
        <EmptyState
          title="Nenhum bloco ainda"
          text="Inclua um relatório, um texto ou uma informação do dia pelos botões acima."
        />
      )}
      <Ground ref={ground}>
        <DashboardGrid>
          {blocks.map((block, index) => (
            <PictureCell
              key={block.chave}
              block={block}
              filtros={filtros}
              reports={reports}
              data-chosen={chosen === index || undefined}
              {...dragEvents(index)}
              heading={
                <button
                  type="button"
                  data-block={block.chave}
                  aria-current={chosen === index || undefined}
                  aria-keyshortcuts={ALL_KEYS}
                  onClick={() => onPlace?.(`/blocos/${index}`)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                >
                  {nameOf(block)}
                  <small>{blockKinds[block.tipo]}</small>
                  {problems.some(({ ponteiro }) => indexIn('/blocos', ponteiro) === index) && (
                    <ErrorOutlined fontSize="small" titleAccess="Com problemas" />
                  )}
                </button>
              }
            />
          ))}
        </DashboardGrid>
      </Ground>
      <span role="status" style={UNSEEN}>
        {said}
      </span>
      {adding && <AddBlockDialog filtros={filtros} onAdd={add} onClose={() => setAdding(false)} />}
      {choosing && <AddSourceDialog onAdd={add} onClose={() => setChoosing(false)} />}
    </div>
  );
}

const STEPS: Record<string, { by: -1 | 1; across: boolean }> = {
  ArrowLeft: { by: -1, across: true },
  ArrowRight: { by: 1, across: true },
  ArrowUp: { by: -1, across: false },
  ArrowDown: { by: 1, across: false },
};

const ALL_KEYS =
  'Alt+ArrowUp Alt+ArrowDown Alt+Shift+ArrowLeft Alt+Shift+ArrowRight Alt+Shift+ArrowUp Alt+Shift+ArrowDown Delete';

interface PictureCellProps extends Omit<ComponentProps<typeof GridCell>, 'block' | 'children'> {
  block: DashboardBlock;
  filtros: DashboardDefinition['filtros'];
  reports: readonly ReportCard[];
}

/** A block with what it would show; nothing inside it can be pressed, so that a press selects it. */
function PictureCell({ block, filtros, reports, ...cell }: PictureCellProps) {
  const { tipo } = block;
  const answer = useBlockPreview(reportOf(block) ?? undefined, filtros, block.parametros);
  const sources = useSources(block.fonte ? [block.fonte] : []);
  const shown = asShown(block, reports, answer.data?.resultado.grafico != null);
  const waits = reportOf(block) === '' || (isSourceKind(tipo) && !block.fonte);
  return (
    <GridCell block={shown} stale={answer.isPlaceholderData} reachable={false} {...cell}>
      {waits ? (
        'Escolha ao lado o que ele mostra.'
      ) : (
        <div inert style={{ height: '100%' }}>
          {block.fonte ? (
            <SourceContent block={shown} answer={sourceAnswer(sources, block.fonte)} />
          ) : (
            <BlockContent block={shown} answer={answer} />
          )}
        </div>
      )}
    </GridCell>
  );
}

const Ground = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    '& section[data-chosen]': { outline: `2px solid ${components.foco}`, outlineOffset: -2 },
    // Nothing inside can be reached, and so neither scrolled.
    '& section > .body': { overflow: 'hidden' },
    '& header button': {
      flex: 1,
      minWidth: 0,
      display: 'flex',
      alignItems: 'center',
      gap: 6,
      minHeight: 28,
      padding: 0,
      border: 0,
      background: 'none',
      color: components.texto,
      font: 'inherit',
      fontWeight: 600,
      textAlign: 'left',
      cursor: 'pointer',
      '&:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: 2 },
    },
    '& header small': { fontWeight: 400, fontSize: '0.75rem', color: components.textoSecundario },
  };
});

const UNSEEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;
