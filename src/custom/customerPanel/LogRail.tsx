import CloseOutlined from '@mui/icons-material/CloseOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { visuallyHidden } from '@mui/utils';
import { useState } from 'react';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { customerLogType } from '#contract/catalogs/customers.ts';
import { countText } from '#contract/rules/format.ts';
import type { PanelTabDefinition } from '#contract/rules/panel/panelDefinition.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { ActivityLog, LOG_TITLE, useActivity } from './ActivityLog.tsx';
import type { PanelPlace } from './panelPlace.ts';

interface LogRailProps {
  idCli: number;
  place: PanelPlace;
  shows: readonly PanelTabDefinition[];
  /** Beside the choice of tabs, where the window is too narrow for a rail. */
  lying?: boolean;
}

/** More entries than anybody counts. */
const MOST = 99;

/** The activity log where there is no room for it: how many entries, the last one, and the log itself as a drawer. */
export function LogRail({ idCli, place, shows, lying = false }: LogRailProps) {
  const [open, setOpen] = useState(false);
  const { data } = useActivity(idCli, 1);
  const [last] = data?.itens ?? [];
  const total = data?.paginator.total ?? 0;
  const inDrawer: PanelPlace = {
    ...place,
    go: (tab, item) => {
      setOpen(false);
      place.go(tab, item);
    },
  };
  return (
    <>
      <Hint text={last ? last.historico : LOG_TITLE}>
        <Opener
          type="button"
          className={lying ? 'lying' : undefined}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <span style={visuallyHidden}>{last ? `${LOG_TITLE}: ${last.historico}` : LOG_TITLE}</span>
          <HistoryOutlined aria-hidden sx={{ fontSize: 20 }} />
          <strong aria-hidden>{data ? countText(total, MOST) : ''}</strong>
          {last && !lying && (
            <>
              <CatalogIcon name={rowOf(customerLogType, last.tipo).icon} size={16} />
              <span className="when" aria-hidden>
                <RelativeDate value={last.datahora_criacao} />
              </span>
            </>
          )}
        </Opener>
      </Hint>
      <Drawer
        anchor="right"
        open={open}
        onClose={() => setOpen(false)}
        // Also over the panel as a dialog.
        sx={{ zIndex: 'modal' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': LOG_TITLE, sx: { width: 'min(360px, 100%)', p: 4 } },
        }}
      >
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: -8, zIndex: 1 }}>
          <IconButton aria-label="Fechar" onClick={() => setOpen(false)}>
            <CloseOutlined />
          </IconButton>
        </Box>
        <ActivityLog idCli={idCli} place={inDrawer} shows={shows} />
      </Drawer>
    </>
  );
}

const Opener = styled('button')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: 4,
    width: 56,
    minHeight: 112,
    padding: '10px 2px',
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    background: 'none',
    font: 'inherit',
    fontSize: 12,
    lineHeight: 1.25,
    color: components.texto,
    cursor: 'pointer',
    '& svg': { color: components.textoSecundario },
    '& strong': { minHeight: 15, fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
    '& .when': { color: components.textoSecundario, overflowWrap: 'anywhere' },
    '&:hover': { borderColor: components.linhaForte, backgroundColor: components.realce },
    '&.lying': {
      flexDirection: 'row',
      justifyContent: 'center',
      alignSelf: 'end',
      width: 72,
      minHeight: 40,
      padding: '0 8px',
    },
  };
});
