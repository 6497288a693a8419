import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { type DefinitionDetail, definitionRoutes } from '../../../../contract/config/definitions.ts';
import { downloadRoute } from '../../../dataProvider/download.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import { AskDialog, type Asked } from './AskDialog.tsx';

interface MoreActionsProps {
  detail: DefinitionDetail;
  mayPublish: boolean;
  /** What waits is kept first. */
  settle: () => Promise<boolean>;
  onDone: (detail: DefinitionDetail) => void;
  /** A draft that was never published is gone with its definition. */
  onGone: () => void;
}

/** What is seldom done with a definition. */
export function MoreActions({ detail, mayPublish, settle, onDone, onGone }: MoreActionsProps) {
  const notify = useNotify();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { tipo, chave, estado, temRascunho, origem, versaoPublicada } = detail;
  const ask = async (what: Asked) => {
    setAnchor(null);
    await settle();
    setAsked(what);
  };
  const download = async () => {
    setAnchor(null);
    try {
      await downloadRoute(definitionRoutes.exportFile, { query: { tipo, chave } }, `${chave}.json`);
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
      {asked && (
        <AskDialog
          asked={asked}
          detail={detail}
          onClose={() => setAsked(null)}
          onDone={(next) => {
            setAsked(null);
            if (asked === 'discard' && detail.versaoPublicada === null) onGone();
            else onDone(next);
          }}
        />
      )}
    </>
  );
}
