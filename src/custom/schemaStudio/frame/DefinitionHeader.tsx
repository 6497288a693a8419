import MoreVert from '@mui/icons-material/MoreVert';
import RedoOutlined from '@mui/icons-material/RedoOutlined';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import type { DefinitionDetail, Problem } from '#contract/config/definitions.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { SaveStatus } from '#ui/drafts/SaveStatus.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { definitionState, originNames, stateText } from '../definitionWords.ts';
import { AskDialog, type Requested } from './AskDialog.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import type { Editing } from './useEditing.ts';

/** State, version and origin, shown beside the title. */
export function HeaderFacts({ detail }: { detail: DefinitionDetail }) {
  const { estado, versaoPublicada, origem } = detail;
  const label = stateText(detail);
  return (
    <>
      <StatusChip value={estado} catalog={definitionState} {...(label && { label })} />
      <SecondaryText sx={{ fontSize: 13 }}>
        {[...(versaoPublicada === null ? [] : [`versão ${versaoPublicada}`]), originNames[origem]].join(
          ' · ',
        )}
      </SecondaryText>
    </>
  );
}

interface HeaderActionsProps {
  detail: DefinitionDetail;
  editing: Editing;
  showsUndo: boolean;
  onDone: (detail: DefinitionDetail) => void;
  onGone: () => void;
  onProblem: (problem: Problem) => void;
  /** An invalid text in a property; it is brought into view, and blocks publishing. */
  refused: Problem | undefined;
}

export function HeaderActions({
  detail,
  editing,
  showsUndo,
  onDone,
  onGone,
  onProblem,
  refused,
}: HeaderActionsProps) {
  const { can } = useCan();
  const notify = useNotify();
  const [publishing, setPublishing] = useState(false);
  const [busy, setBusy] = useState(false);
  const { saving, undo, redo, canUndo, canRedo, isJson, isChanged } = editing;
  const isArchived = detail.estado === 'ARQUIVADO';
  const mayPublish = can('CONFIGURACAO_PUBLICAR');
  const openPublish = async () => {
    if (refused) {
      onProblem(refused);
      return;
    }
    setBusy(true);
    const isSaved = await saving.settle();
    setBusy(false);
    if (isSaved) setPublishing(true);
    else notify('O rascunho ainda não foi salvo. Resolva isso antes de publicar.', { type: 'warning' });
  };
  return (
    <>
      {saving.state.kind !== 'conflict' && <SaveStatus state={saving.state} />}
      {showsUndo && !isArchived && (
        <>
          <Hint text="Desfazer (Ctrl+Z)">
            <IconButton aria-label="Desfazer" disabled={!canUndo} onClick={undo}>
              <UndoOutlined />
            </IconButton>
          </Hint>
          <Hint text="Refazer (Ctrl+Shift+Z)">
            <IconButton aria-label="Refazer" disabled={!canRedo} onClick={redo}>
              <RedoOutlined />
            </IconButton>
          </Hint>
        </>
      )}
      <MoreActions
        detail={detail}
        mayPublish={mayPublish}
        settle={saving.settle}
        onDone={onDone}
        onGone={onGone}
      />
      {mayPublish && !isArchived && (
        <Button
          variant="contained"
          onClick={openPublish}
          loading={busy}
          disabled={!isJson || (!detail.temRascunho && saving.state.kind === 'none' && !isChanged)}
        >
          Publicar
        </Button>
      )}
      {publishing && (
        <PublishDialog
          detail={detail}
          onContent={async (content) => {
            editing.change(content);
            if (!(await saving.settle())) throw new Error('O rascunho não pôde ser salvo. Tente de novo.');
          }}
          onClose={() => setPublishing(false)}
          onProblem={(problem) => {
            setPublishing(false);
            onProblem(problem);
          }}
          onDone={(next) => {
            setPublishing(false);
            onDone(next);
          }}
        />
      )}
    </>
  );
}

interface MoreActionsProps {
  detail: DefinitionDetail;
  mayPublish: boolean;
  /** Saves pending changes first. */
  settle: () => Promise<boolean>;
  onDone: (detail: DefinitionDetail) => void;
  /** Called when a draft that was never published is discarded, which removes the definition. */
  onGone: () => void;
}

/** Actions on a definition that are rarely needed. */
function MoreActions({ detail, mayPublish, settle, onDone, onGone }: MoreActionsProps) {
  const notify = useNotify();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [requested, setRequested] = useState<Requested | null>(null);
  const { tipo, chave, estado, temRascunho, origem, versaoPublicada } = detail;
  const ask = async (what: Requested) => {
    setAnchor(null);
    await settle();
    setRequested(what);
  };
  const download = async () => {
    setAnchor(null);
    try {
      await downloadRoute(definitionFileRoutes.exportFile, { query: { tipo, chave } }, `${chave}.json`);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  const isArchived = estado === 'ARQUIVADO';
  return (
    <>
      <IconButton
        aria-label="Mais ações"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreVert />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {versaoPublicada !== null && <MenuItem onClick={download}>Exportar o publicado</MenuItem>}
        {temRascunho && !isArchived && <MenuItem onClick={() => ask('discard')}>Descartar rascunho</MenuItem>}
        {origem === 'COPIA' && mayPublish && !isArchived && (
          <MenuItem onClick={() => ask('standard')}>Voltar ao padrão</MenuItem>
        )}
        {mayPublish && !isArchived && versaoPublicada !== null && (
          <MenuItem onClick={() => ask('archive')}>Arquivar</MenuItem>
        )}
        {mayPublish && isArchived && <MenuItem onClick={() => ask('unarchive')}>Desarquivar</MenuItem>}
      </Menu>
      {requested && (
        <AskDialog
          requested={requested}
          detail={detail}
          onClose={() => setRequested(null)}
          onDone={(next) => {
            setRequested(null);
            if (requested === 'discard' && detail.versaoPublicada === null) onGone();
            else onDone(next);
          }}
        />
      )}
    </>
  );
}
