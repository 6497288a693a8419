import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { roleRoutes } from '../../../contract/config/roles.ts';
import { useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';

const EVERY_ROLE = { query: { range: '[0,99]', sort: '["nome","ASC"]' } };

/** A new role begins as a copy of one that stands. */
export function CopyRole() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setAsking(true)}>
        Criar perfil
      </Button>
      {asking && <CopyDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function CopyDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const notify = useNotify();
  const queries = useQueryClient();
  const copy = useRouteCommand(roleRoutes.create);
  const models = useRoute(roleRoutes.list, EVERY_ROLE).data ?? [];
  const [nome, setName] = useState('');
  const [chosen, setChosen] = useState<number>();
  const model = models.find(({ id }) => id === chosen) ?? models.find(({ chave }) => chave === 'OPERADOR');
  const create = async () => {
    if (!nome.trim()) throw new Error('Dê um nome ao perfil.');
    if (!model) throw new Error('Escolha o perfil de que copiar.');
    const { data } = await copy.mutateAsync({ body: { nome: nome.trim(), idPerfil: model.id } });
    await queries.invalidateQueries();
    notify(data.message, { type: 'success' });
    navigate(`/perfis/${data.id}`);
  };
  return (
    <ConfirmDialog
      open
      title="Criar perfil"
      text="Ele começa com as permissões de outro; depois você muda o que quiser."
      confirmLabel="Criar perfil"
      onConfirm={create}
      onCancel={onClose}
    >
      <Stack spacing={3} sx={{ pt: 3 }}>
        <TextField
          label="Nome"
          required
          autoFocus
          value={nome}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        <TextField
          select
          label="Copiar de"
          value={model?.id ?? ''}
          onChange={(event) => setChosen(Number(event.target.value))}
        >
          {models.map(({ id, nome: name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
    </ConfirmDialog>
  );
}
