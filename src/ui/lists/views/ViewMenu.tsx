import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { savedViewRoutes, type ViewedList } from '#contract/config/savedViews.ts';
import { routeKey, useRouteCommand } from '#data/useRoute.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Hint } from '../../components/Hint.tsx';
import { lazyScreen } from '../../shell/loadLater.tsx';
import { useCan } from '../../shell/usePerson.ts';
import type { Views } from './ListViews.tsx';
import { contentOf, type ListState } from './viewContent.ts';

type Asking = 'create' | 'rename' | 'remove' | 'roles' | null;

interface ViewMenuProps {
  list: ViewedList;
  views: Views;
  state: ListState;
}

/** Saves the list's state as a view, and manages the current one. */
export function ViewMenu({ list, views, state }: ViewMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState<Asking>(null);
  const { current } = views;
  const { can } = useCan();
  const mayShare = can('VISOES_EQUIPE');
  const choose = (run: () => void) => () => {
    setAnchor(null);
    run();
  };
  return (
    <>
      <Hint text="Visões">
        <IconButton
          aria-label="Visões"
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <BookmarkBorderOutlined />
        </IconButton>
      </Hint>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={choose(() => setAsking('create'))}>Salvar como nova visão…</MenuItem>
        {current && <Divider />}
        {current && (
          <MenuItem onClick={choose(() => void views.setDefault(current.padrao ? null : current))}>
            {current.padrao ? 'Não abrir mais com esta visão' : `Abrir a lista com "${current.nome}"`}
          </MenuItem>
        )}
        {current?.podeAlterar && [
          <MenuItem key="rename" onClick={choose(() => setAsking('rename'))}>
            Renomear "{current.nome}"…
          </MenuItem>,
          mayShare && (
            <MenuItem
              key="share"
              onClick={choose(
                () =>
                  void views.update(
                    current,
                    { equipe: !current.equipe },
                    current.equipe ? 'A visão é só sua de novo.' : 'A equipe agora vê esta visão.',
                  ),
              )}
            >
              {current.equipe ? 'Deixar de compartilhar' : 'Compartilhar com a equipe'}
            </MenuItem>
          ),
          can('CONFIGURACAO_PERFIS') && (mayShare || current.equipe) && (
            <MenuItem key="roles" onClick={choose(() => setAsking('roles'))}>
              Salvar como padrão de perfis…
            </MenuItem>
          ),
          <MenuItem key="remove" onClick={choose(() => setAsking('remove'))}>
            Excluir "{current.nome}"…
          </MenuItem>,
        ]}
      </Menu>
      {asking === 'create' && (
        <CreateView
          list={list}
          views={views}
          state={state}
          mayShare={mayShare}
          onDone={() => setAsking(null)}
        />
      )}
      {asking === 'rename' && current && (
        <ViewNameDialog
          title="Renomear visão"
          confirmLabel="Renomear"
          name={current.nome}
          onCancel={() => setAsking(null)}
          onSave={async (nome) => {
            if (await views.update(current, { nome }, 'Visão renomeada.')) setAsking(null);
          }}
        />
      )}
      {asking === 'roles' && current && (
        <Suspense fallback={null}>
          <RoleViewDialog
            // Begins anew where somebody else gave the view to other roles: the whole list is sent.
            key={current.perfis.map(({ id }) => id).join(' ')}
            view={current}
            state={state}
            views={views}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
      {asking === 'remove' && current && (
        <ConfirmDialog
          open
          title={`Excluir a visão "${current.nome}"?`}
          text={
            current.equipe
              ? 'Ela some para toda a equipe. O que a lista mostra não muda.'
              : 'O que a lista mostra não muda: só a visão deixa de existir.'
          }
          confirmLabel="Excluir"
          tone="error"
          onCancel={() => setAsking(null)}
          onConfirm={async () => {
            if (await views.remove(current)) views.choose(null);
            setAsking(null);
          }}
        />
      )}
    </>
  );
}

const RoleViewDialog = lazyScreen(() => import('./RoleViewDialog.tsx'), 'RoleViewDialog');

interface CreateViewProps {
  list: ViewedList;
  views: Views;
  state: ListState;
  mayShare: boolean;
  onDone: () => void;
}

function CreateView({ list, views, state, mayShare, onDone }: CreateViewProps) {
  const client = useQueryClient();
  const create = useRouteCommand(savedViewRoutes.create);
  return (
    <ViewNameDialog
      title="Salvar visão"
      text="Guarda os filtros, a ordem e as colunas como estão agora."
      confirmLabel="Salvar"
      mayShare={mayShare}
      onCancel={onDone}
      onSave={async (nome, equipe) => {
        const body = { lista: list, nome, equipe, conteudo: contentOf(state) };
        const { id } = await create.mutateAsync({ body });
        await client.invalidateQueries({ queryKey: routeKey(savedViewRoutes.list) });
        views.choose(id);
        onDone();
      }}
    />
  );
}

interface ViewNameDialogProps {
  title: string;
  text?: string;
  confirmLabel: string;
  name?: string;
  /** Offers to share the view, if the person may. */
  mayShare?: boolean;
  onSave: (name: string, team: boolean) => Promise<void>;
  onCancel: () => void;
}

function ViewNameDialog(props: ViewNameDialogProps) {
  const [name, setName] = useState(props.name ?? '');
  const [team, setTeam] = useState(false);
  return (
    <ConfirmDialog
      open
      title={props.title}
      text={props.text}
      confirmLabel={props.confirmLabel}
      onCancel={props.onCancel}
      onConfirm={() => props.onSave(name.trim(), team)}
    >
      <TextField
        autoFocus
        required
        fullWidth
        margin="normal"
        label="Nome da visão"
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      {props.mayShare && (
        <FormControlLabel
          control={<Checkbox checked={team} onChange={(event) => setTeam(event.target.checked)} />}
          label="Compartilhar com a equipe"
        />
      )}
    </ConfirmDialog>
  );
}
