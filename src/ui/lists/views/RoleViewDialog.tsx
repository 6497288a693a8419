import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import { useState } from 'react';
import { roleRoutes } from '#contract/config/people/roles.ts';
import type { SavedView } from '#contract/config/savedViews.ts';
import { useRoute } from '#data/useRoute.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Failure } from '../../shell/states/StateMessage.tsx';
import { TextSkeleton } from '../../shell/states/skeletons.tsx';
import type { Views } from './ListViews.tsx';
import { contentOf, type ListState, sameContent } from './viewContent.ts';

interface RoleViewDialogProps {
  view: SavedView;
  state: ListState;
  views: Views;
  onClose: () => void;
}

/**
 * The roles whose list opens with the view: its columns, their order, filters and sort, until somebody chooses another view. What is
 * changed and not yet saved goes with it, and a view that is one person's own is shared, since others must see it.
 */
export function RoleViewDialog({ view, state, views, onClose }: RoleViewDialogProps) {
  const answer = useRoute(roleRoutes.list, { query: {} });
  const [chosen, setChosen] = useState<readonly number[]>(() => view.perfis.map(({ id }) => id));
  const content = contentOf(state);
  const changed = !sameContent(content, view.conteudo);
  const toggle = (id: number) =>
    setChosen((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
  return (
    <ConfirmDialog
      open
      title={`Padrão de perfis: "${view.nome}"`}
      text="A lista abre assim, com estas colunas, filtros e ordem, para quem tem o perfil e não escolheu outra visão."
      confirmLabel="Salvar padrão"
      onCancel={onClose}
      onConfirm={async () => {
        const shares = chosen.length > 0 && !view.equipe;
        const body = { ...(shares && { equipe: true }), ...(changed && { conteudo: content }) };
        const written =
          Object.keys(body).length > 0 ? await views.update(view, body, `"${view.nome}" salva.`) : view;
        if (written && (await views.setRoles(written, [...chosen]))) onClose();
      }}
    >
      {answer.isPending && <TextSkeleton lines={4} />}
      <Failure answer={answer} />
      <FormGroup role="group" aria-label="Perfis">
        {(answer.data ?? []).map(({ id, nome }) => (
          <FormControlLabel
            key={id}
            control={<Checkbox checked={chosen.includes(id)} onChange={() => toggle(id)} />}
            label={withPresent(nome, otherOf(views.views, view, id))}
          />
        ))}
      </FormGroup>
    </ConfirmDialog>
  );
}

/** The other view with which a role's list opens today, and which it would leave. */
const otherOf = (all: readonly SavedView[], { id }: SavedView, role: number): SavedView | undefined =>
  all.find((each) => each.id !== id && each.perfis.some((own) => own.id === role));

const withPresent = (role: string, other: SavedView | undefined): string =>
  other ? `${role} (hoje: "${other.nome}")` : role;
