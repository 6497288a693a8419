import { useNotify } from 'ra-core';
import { useState } from 'react';
import { type DefinitionDetail, definitionRoutes } from '#contract/config/definitions.ts';
import type { Command } from '#data/call.ts';
import { useCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { UseLink } from '../parts/UseLinks.tsx';
import { RollBackPlan } from '../versions/RollBackDialog.tsx';

export type Requested = 'discard' | 'standard' | 'archive' | 'unarchive';

interface AskDialogProps {
  requested: Requested;
  detail: DefinitionDetail;
  onClose: () => void;
  onDone: (detail: DefinitionDetail) => void;
}

/** Confirms an action, after describing what it will do. */
export function AskDialog({ requested, detail, onClose, onDone }: AskDialogProps) {
  const notify = useNotify();
  const [nota, setNota] = useState('');
  const command = useCommand();
  const words = wordsOf(requested, detail);
  const confirm = async () => {
    const next = await run(requested, detail, nota, command);
    notify(words.done, { type: 'success' });
    onDone(next);
  };
  return (
    <ConfirmDialog
      open
      title={words.title}
      text={words.text}
      confirmLabel={words.confirm}
      disabled={requested === 'archive' && detail.dependentes.some(({ impede }) => impede)}
      tone={requested === 'discard' || requested === 'archive' ? 'error' : 'primary'}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {requested === 'archive' && <Dependents detail={detail} />}
      {requested === 'standard' && (
        <>
          <RollBackPlan detail={detail} />
          <TextField
            label="Nota"
            value={nota}
            onChange={(event) => setNota(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
            fullWidth
            sx={{ mt: 3 }}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

function Dependents({ detail: { dependentes } }: { detail: DefinitionDetail }) {
  if (dependentes.length === 0) return <p>Nada depende dela hoje.</p>;
  const stopping = dependentes.filter(({ impede }) => impede);
  const others = dependentes.filter(({ impede, quantos }) => !impede && quantos > 0);
  return (
    <>
      <DependentList title="Mude antes:" dependents={stopping} />
      <DependentList
        title={stopping.length > 0 ? 'Também depende dela:' : 'Depende dela:'}
        dependents={others}
      />
    </>
  );
}

interface DependentListProps {
  title: string;
  dependents: DefinitionDetail['dependentes'];
}

function DependentList({ title, dependents }: DependentListProps) {
  if (dependents.length === 0) return null;
  return (
    <>
      <p style={{ marginBottom: 4 }}>{title}</p>
      <ul style={{ marginTop: 0, paddingLeft: 20, maxHeight: 240, overflowY: 'auto' }}>
        {dependents.map(({ tipo, nome, quantos, definicao }) => (
          <li key={`${tipo} ${nome} ${definicao?.chave}`}>
            {tipo}: {definicao ? <UseLink use={definicao} /> : nome}
            {quantos > 1 && ` (${quantos})`}
          </li>
        ))}
      </ul>
    </>
  );
}

function wordsOf(requested: Requested, { titulo, chave, versaoPublicada, dependentes }: DefinitionDetail) {
  const name = `“${titulo || chave}”`;
  switch (requested) {
    case 'discard':
      return {
        title: `Descartar o rascunho de ${name}?`,
        text:
          versaoPublicada === null
            ? 'Ela nunca foi publicada: sai do estúdio com o rascunho. Não há como desfazer.'
            : `O que foi escrito desde a versão ${versaoPublicada} se perde. A versão publicada continua valendo.`,
        confirm: 'Descartar rascunho',
        done: 'Rascunho descartado.',
      };
    case 'standard':
      return {
        title: `Voltar ${name} ao padrão?`,
        text: 'O conteúdo do arquivo padrão será publicado como versão nova, e as próximas mudanças do padrão passam a valer sozinhas. As versões de hoje continuam guardadas; um rascunho em andamento é descartado.',
        confirm: 'Voltar ao padrão',
        done: 'Voltou a seguir o padrão.',
      };
    case 'archive':
      return {
        title: `Arquivar ${name}?`,
        text: dependentes.some(({ impede }) => impede)
          ? 'Ainda não pode ser arquivada, porque está em uso: o que a usa deixaria de funcionar.'
          : 'Deixa de ser usada em coisas novas. As versões ficam guardadas e ela pode ser desarquivada.',
        confirm: 'Arquivar',
        done: 'Arquivada.',
      };
    case 'unarchive':
      return {
        title: `Desarquivar ${name}?`,
        text: 'Volta a valer como na última versão publicada.',
        confirm: 'Desarquivar',
        done: 'Desarquivada.',
      };
  }
}

async function run(
  requested: Requested,
  { tipo, chave, versao }: DefinitionDetail,
  nota: string,
  command: Command,
): Promise<DefinitionDetail> {
  const params = { tipo, chave };
  switch (requested) {
    case 'discard':
      return (await command(definitionRoutes.discardDraft, { params, query: { versao } })).data;
    case 'archive':
      return (await command(definitionRoutes.archive, { params, body: { versao } })).data;
    case 'unarchive':
      return (await command(definitionRoutes.unarchive, { params, body: { versao } })).data;
    case 'standard':
      return (await command(definitionRoutes.followStandard, { params, body: { versao, nota } })).data;
  }
}
