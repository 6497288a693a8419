import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { serviceRecordRoutes } from '../../../contract/callcenter/serviceRecords.ts';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { type OperatorStatus, operatorStatus } from '../../../contract/catalogs/operatorStatus.ts';
import { routeKey, useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { CatalogIcon } from '../../ui/components/display/CatalogIcon.tsx';
import { Hint } from '../../ui/components/Hint.tsx';
import { toneColors } from '../../ui/components/toneColors.ts';
import { errorText } from '../../ui/shell/errorText.ts';
import { PendingStrip } from './PendingStrip.tsx';

/** How often it is read anew while the page is in front, in ms: another tab may have changed it. */
const ASK_EVERY_MS = 60_000;

export function OperatorTool() {
  const queries = useQueryClient();
  const notify = useNotify();
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const state = useRoute(
    serviceRecordRoutes.operatorStatus,
    {},
    { refetchInterval: ASK_EVERY_MS, retry: false },
  );
  const change = useRouteCommand(serviceRecordRoutes.setOperatorStatus, {
    onSuccess: (answer) => queries.setQueryData(routeKey(serviceRecordRoutes.operatorStatus, {}), answer),
    onError: (error) => notify(errorText(error), { type: 'error' }),
  });
  const status = state.data?.data.status;
  const choose = (value: OperatorStatus) => {
    setMenu(null);
    if (value !== status) change.mutate({ body: { status: value } });
  };
  return (
    <>
      {status && <StatusButton status={status} open={menu !== null} onOpen={setMenu} />}
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        {operatorStatus.map(({ value, label, color, icon }) => (
          <MenuItem key={value} selected={value === status} onClick={() => choose(value)}>
            <ListItemIcon sx={(t) => ({ color: `${toneColors(t, color).text} !important` })}>
              <CatalogIcon name={icon} size={18} />
            </ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <PendingStrip />
    </>
  );
}

interface StatusButtonProps {
  status: string;
  open: boolean;
  onOpen: (anchor: HTMLElement) => void;
}

function StatusButton({ status, open, onOpen }: StatusButtonProps) {
  const { label, color, icon } = rowOf(operatorStatus, status);
  const text = `Sua situação: ${label}`;
  return (
    <Hint text={text}>
      <IconButton
        aria-label={text}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={(event) => onOpen(event.currentTarget)}
        sx={(t) => ({ color: toneColors(t, color).text })}
      >
        <CatalogIcon name={icon} size={22} />
      </IconButton>
    </Hint>
  );
}
