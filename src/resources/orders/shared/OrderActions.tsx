import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNotify } from 'ra-core';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OrderView } from '#contract/callcenter/orders/orderRow.ts';
import type { OrderAction } from '#contract/rules/orders/orderActions.ts';
import { useCommand } from '#data/useRoute.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { ActionQuestion } from './ActionQuestion.tsx';
import { ACTION_TEXTS, type ActionInput, downloadPdf, runAction } from './runAction.ts';

const NewAgendaDialog = lazyScreen(
  () => import('#src/resources/agendas/shared/NewAgendaDialog.tsx'),
  'NewAgendaDialog',
);

/** The actions most people open the view for; the first available one is placed beside the menu. */
const FIRST: readonly OrderAction[] = [
  'SALVAR_PEDIDO',
  'RENOVAR',
  'REABRIR',
  'LIBERAR_FATURAMENTO',
  'GERAR_LINK',
];

interface OrderActionsProps {
  view: OrderView;
  onChanged: () => void;
  /** Called once it has been deleted. */
  onGone: () => void;
}

/** The actions that the server currently offers to this person; each asks before it runs. */
export function OrderActions({ view, onChanged, onGone }: OrderActionsProps) {
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [requested, setRequested] = useState<OrderAction | null>(null);
  const command = useCommand();
  const notify = useNotify();
  const navigate = useNavigate();
  const first = FIRST.find((action) => view.acoes.includes(action));
  const others = view.acoes.filter((action) => action !== first);
  const choose = (action: OrderAction) => {
    setMenu(null);
    if (action === 'EDITAR') navigate(`/orcamentos/${view.id}`);
    else if (action === 'BAIXAR_PDF')
      downloadPdf(view).catch((error: unknown) => notify(errorText(error), { type: 'error' }));
    else setRequested(action);
  };
  const run = async (action: OrderAction, input: ActionInput) => {
    const { message, opens } = await runAction(action, view, input, command);
    setRequested(null);
    notify(message, { type: 'success' });
    if (action === 'EXCLUIR') onGone();
    onChanged();
    if (opens !== undefined) navigate(`/orcamentos/${opens}`);
  };
  if (view.acoes.length === 0) return null;
  return (
    <>
      {first && (
        <Button variant="contained" onClick={() => choose(first)}>
          {ACTION_TEXTS[first].label}
        </Button>
      )}
      {others.length > 0 && (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<MoreVertOutlined />}
          aria-haspopup="menu"
          onClick={(event) => setMenu(event.currentTarget)}
        >
          Ações
        </Button>
      )}
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        {others.map((action) => (
          <MenuItem
            key={action}
            onClick={() => choose(action)}
            sx={ACTION_TEXTS[action].tone === 'error' ? { color: 'error.main' } : undefined}
          >
            {ACTION_TEXTS[action].label}
          </MenuItem>
        ))}
      </Menu>
      {requested && requested !== 'AGENDAR' && (
        <ActionQuestion
          action={requested}
          view={view}
          onRun={(input) => run(requested, input)}
          onClose={() => setRequested(null)}
        />
      )}
      <Suspense>
        {requested === 'AGENDAR' && (
          <NewAgendaDialog idCli={view.cliente.id} idOrcamento={view.id} onClose={() => setRequested(null)} />
        )}
      </Suspense>
    </>
  );
}
