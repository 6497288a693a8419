import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { privacyGroups } from '#contract/catalogs/privacy.ts';
import { type Holder, type HolderKind, privacyRoutes } from '#contract/config/people/privacy.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { TextField } from '#ui/components/TextField.tsx';

interface EraseDialogProps {
  of: { tipo: HolderKind; id: number };
  holder: Holder;
  onClose: () => void;
}

/** Lists what will be removed and what is kept until when, and asks for the name, because it cannot be undone. */
export function EraseDialog({ of: params, holder, onClose }: EraseDialogProps) {
  const [nome, setName] = useState('');
  const [motivo, setReason] = useState('');
  const refetch = useRefetch();
  const notify = useNotify();
  const navigate = useNavigate();
  const erase = useRouteCommand(privacyRoutes.erase);
  const going = holder.grupos.filter(({ efeito }) => efeito === 'ELIMINA');
  const staying = holder.grupos.filter(({ efeito }) => efeito === 'FICA');
  return (
    <ConfirmDialog
      open
      tone="error"
      title="Eliminar os dados desta pessoa?"
      text="O que sai não volta: nem por esta tela, nem por quem cuida do servidor. Só uma cópia de segurança antiga ainda o tem, até ser descartada."
      confirmLabel="Eliminar para sempre"
      disabled={!sameName(nome, holder.nome) || motivo.trim() === ''}
      onConfirm={async () => {
        await erase.mutateAsync({ params, body: { nome: nome.trim(), motivo: motivo.trim() } });
        onClose();
        notify('Dados eliminados.', { type: 'success' });
        // A contact's row is deleted, so its page no longer exists.
        if (params.tipo === 'CONTATO') navigate('/titulares');
        await refetch(privacyRoutes.erase);
      }}
      onCancel={onClose}
    >
      <Groups title="Sai agora" items={going.map(({ grupo }) => privacyGroups[grupo].titulo)} />
      <Groups
        title="Fica, por lei"
        items={staying.map(
          ({ grupo, ate }) =>
            `${privacyGroups[grupo].titulo}${ate ? `, até ${formatCalendarDate(ate)}` : ''}`,
        )}
      />
      <Stack spacing={3} sx={{ mt: 4 }}>
        <TextField
          label="O pedido"
          required
          multiline
          minRows={2}
          value={motivo}
          onChange={(event) => setReason(event.target.value)}
          helperText="Quando e por onde a pessoa pediu. Fica registrado; não escreva dados dela."
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        <TextField
          label={`Para confirmar, digite ${holder.nome}`}
          required
          value={nome}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
        />
      </Stack>
    </ConfirmDialog>
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
