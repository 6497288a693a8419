import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useNavigate } from 'react-router-dom';
import { privacyGroups } from '#contract/catalogs/privacy.ts';
import { type Holder, type HolderKind, privacyRoutes } from '#contract/config/people/privacy.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';

interface EraseDialogProps {
  of: { tipo: HolderKind; id: number };
  holder: Holder;
  onClose: () => void;
}

/** Lists what will be removed and what is kept until when, and asks for the name, because it cannot be undone. */
export function EraseDialog({ of: params, holder, onClose }: EraseDialogProps) {
  const notify = useNotify();
  const navigate = useNavigate();
  const going = holder.grupos.filter(({ efeito }) => efeito === 'ELIMINA');
  const staying = holder.grupos.filter(({ efeito }) => efeito === 'FICA');
  const wrongName = `Digite ${holder.nome}, como está no cadastro.`;
  return (
    <CommandDialog
      route={privacyRoutes.erase}
      params={params}
      fields={{
        motivo: { hint: 'Quando e por onde a pessoa pediu. Fica registrado; não escreva dados dela.' },
        nome: { hint: `Para confirmar, digite ${holder.nome}.` },
      }}
      check={({ nome }) => ({ nome: sameName(String(nome), holder.nome) ? '' : wrongName })}
      tone="error"
      title="Eliminar os dados desta pessoa?"
      text="O que sai não volta: nem por esta tela, nem por quem cuida do servidor. Só uma cópia de segurança antiga ainda o tem, até ser descartada."
      confirmLabel="Eliminar para sempre"
      onDone={() => {
        onClose();
        notify('Dados eliminados.', { type: 'success' });
        // A contact's row is deleted, so its page no longer exists.
        if (params.tipo === 'CONTATO') navigate('/titulares');
      }}
      onClose={onClose}
    >
      <div>
        <Groups title="Sai agora" items={going.map(({ grupo }) => privacyGroups[grupo].titulo)} />
        <Groups
          title="Fica, por lei"
          items={staying.map(
            ({ grupo, ate }) =>
              `${privacyGroups[grupo].titulo}${ate ? `, até ${formatCalendarDate(ate)}` : ''}`,
          )}
        />
      </div>
    </CommandDialog>
  );
}

const sameName = (typed: string, name: string) => typed.trim().toLowerCase() === name.trim().toLowerCase();

const Groups = ({ title, items }: { title: string; items: readonly string[] }) =>
  items.length === 0 ? null : (
    <>
      <Typography component="h3" sx={{ mt: 3, fontSize: 15, fontWeight: 600 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ my: 1, pl: 5 }}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </Box>
    </>
  );
