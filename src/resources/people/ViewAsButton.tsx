import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { viewAsRoutes } from '../../../contract/config/viewAs.ts';
import { call } from '../../dataProvider/call.ts';
import { pageExit } from '../../dataProvider/leave.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { hasUnsaved } from '../../ui/components/frame/unsaved.ts';

interface ViewAsButtonProps {
  person: { id: number; nome: string };
  size?: 'small' | 'medium';
}

/** Opens the console as this person sees it, on a fresh page that knows nothing of the own one. */
export function ViewAsButton({ person, size = 'medium' }: ViewAsButtonProps) {
  const [asking, setAsking] = useState(false);
  const begin = async () => {
    await call(viewAsRoutes.begin, { params: { idPessoa: person.id } });
    pageExit.leave('/');
  };
  return (
    <>
      <Button
        size={size}
        startIcon={<VisibilityOutlined />}
        aria-label={`Ver como ${person.nome}`}
        onClick={(event) => {
          event.stopPropagation();
          setAsking(true);
        }}
      >
        Ver como
      </Button>
      {asking && (
        <ConfirmDialog
          open
          title={`Ver como ${person.nome}?`}
          text={`Você vê o console com os direitos desta pessoa por até 60 minutos, sem poder gravar. O começo e o fim ficam na auditoria.${
            hasUnsaved() ? ' O que não foi salvo nesta página se perde.' : ''
          }`}
          confirmLabel="Ver como esta pessoa"
          onConfirm={begin}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
