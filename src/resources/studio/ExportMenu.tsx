import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { definitionRoutes } from '../../../contract/config/definitions.ts';
import { type DefinitionKind, definitionKinds } from '../../../contract/rules/definitions/definition.ts';
import { downloadRoute } from '../../dataProvider/download.ts';
import { errorText } from '../../ui/shell/errorText.ts';

/** What is published, as one file that another console imports. */
export function ExportMenu({ tipo }: { tipo: DefinitionKind }) {
  const notify = useNotify();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const download = async (only: DefinitionKind | undefined) => {
    setAnchor(null);
    try {
      const query = only ? { tipo: only } : {};
      await downloadRoute(definitionRoutes.exportFile, { query }, `${only ?? 'definicoes'}.json`);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Exportar
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => download(tipo)}>{definitionKinds[tipo].plural}</MenuItem>
        <MenuItem onClick={() => download(undefined)}>Tudo o que você pode mudar</MenuItem>
      </Menu>
    </>
  );
}
