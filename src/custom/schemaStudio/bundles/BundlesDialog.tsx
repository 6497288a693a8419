import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import { type DefinitionBundle, definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import { bundleKind } from '#contract/rules/definitions/bundleParts.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import { useCommand, useRoute } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { countOf } from '../definitionWords.ts';
import { Lines } from './Lines.tsx';

interface BundlesDialogProps {
  onClose: () => void;
  /** Called when definitions have changed. */
  onUndone: () => void;
}

/** The bundles that were published, newest first, each with the way back. */
export function BundlesDialog({ onClose, onUndone }: BundlesDialogProps) {
  const id = useId();
  const bundles = useRoute(definitionFileRoutes.bundles, {}, { staleTime: 0 });
  const [open, setOpen] = useState<DefinitionBundle | null>(null);
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Pacotes publicados</DialogTitle>
      <DialogContent tabIndex={0}>
        <Answered answer={bundles} skeleton={<TextSkeleton lines={4} />}>
          {(rows) =>
            rows.length === 0 ? (
              <p style={{ margin: 0 }}>
                Nenhum ainda. Um pacote nasce em Importar, quando os itens de um arquivo são publicados
                juntos.
              </p>
            ) : (
              <Lines aria-label="Pacotes">
                {rows.map((row) => (
                  <BundleLine key={row.id} row={row} onOpen={() => setOpen(row)} />
                ))}
              </Lines>
            )
          }
        </Answered>
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
      </DialogActions>
      {open && (
        <BundleDialog
          bundle={open}
          onClose={() => setOpen(null)}
          onUndone={() => {
            setOpen(null);
            void bundles.refetch();
            onUndone();
          }}
        />
      )}
    </DialogFrame>
  );
}

function BundleLine({ row, onOpen }: { row: DefinitionBundle; onOpen: () => void }) {
  const { titulo, nota, quantas, quando, autor, desfeito } = row;
  return (
    <li>
      <div>
        <strong>{titulo}</strong>
        <span className="second">
          {countOf(quantas, 'item', 'itens')} · {formatDateTime(quando, ownZone())}
          {autor && ` · ${autor.nome}`}
        </span>
        {nota && <p style={{ margin: '4px 0 0' }}>{nota}</p>}
      </div>
      {desfeito && (
        <Tag tone="secundaria">
          <span>Desfeito em {formatDateTime(desfeito.quando, ownZone())}</span>
        </Tag>
      )}
      <Button size="small" onClick={onOpen} aria-label={`Ver o pacote ${titulo}`}>
        Ver
      </Button>
    </li>
  );
}

interface BundleDialogProps {
  bundle: DefinitionBundle;
  onClose: () => void;
  onUndone: () => void;
}

/** What a bundle changed, in words, and the button that takes all of it back. */
function BundleDialog({ bundle: { id, titulo, desfeito }, onClose, onUndone }: BundleDialogProps) {
  const notify = useNotify();
  const [nota, setNota] = useState('');
  const command = useCommand();
  const answer = useRoute(definitionFileRoutes.bundle, { params: { id } }, { staleTime: 0, gcTime: 0 });
  const obstacles = answer.data?.data.obstaculos ?? [];
  const isOpen = answer.data !== undefined && obstacles.length === 0;
  return (
    <ConfirmDialog
      open
      width="sm"
      title={titulo}
      text={
        desfeito
          ? undefined
          : 'Ao desfazer, cada item volta ao que era antes do pacote. Definições que vieram com ele são arquivadas; o restante é excluído, se ninguém o usa. Versões e dados continuam guardados.'
      }
      confirmLabel="Desfazer o pacote"
      cancelLabel="Fechar"
      disabled={!isOpen}
      onConfirm={async () => {
        await command(definitionFileRoutes.undoBundle, { params: { id }, body: { nota } });
        notify(`Pacote "${titulo}" desfeito.`, { type: 'success' });
        onUndone();
      }}
      onCancel={onClose}
    >
      <Answered answer={answer} skeleton={<TextSkeleton lines={4} />}>
        {({ data: { itens } }) => (
          <>
            <Lines aria-label="O que o pacote mudou">
              {itens.map((item) => (
                <li key={`${item.tipo}/${item.chave}`}>
                  <div>
                    <strong>{item.titulo}</strong>
                    <span className="second">{bundleKind(item.tipo).singular}</span>
                    <ul>
                      {item.mudancas.map(({ ponteiro, frase }) => (
                        <li key={`${ponteiro} ${frase}`}>{frase}</li>
                      ))}
                    </ul>
                  </div>
                  <Tag tone={item.criada ? 'sucesso' : 'aviso'}>
                    <span>{item.criada ? 'Veio com o pacote' : 'Alterado'}</span>
                  </Tag>
                </li>
              ))}
            </Lines>
            {obstacles.map((text) => (
              <Alert key={text} severity={desfeito ? 'info' : 'warning'} sx={{ mt: 3 }}>
                {text}
              </Alert>
            ))}
            {isOpen && (
              <TextField
                label="Nota"
                helperText="Por que se desfaz; fica na linha do tempo."
                value={nota}
                onChange={(event) => setNota(event.target.value)}
                slotProps={{ htmlInput: { maxLength: 500 } }}
                fullWidth
                sx={{ mt: 3 }}
              />
            )}
          </>
        )}
      </Answered>
    </ConfirmDialog>
  );
}
