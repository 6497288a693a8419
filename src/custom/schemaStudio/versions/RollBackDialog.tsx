import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import {
  type DefinitionDetail,
  type DefinitionVersion,
  definitionRoutes,
  type Problem,
} from '#contract/config/definitions.ts';
import { useCommand, useRoute } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { effectText } from '../definitionWords.ts';
import { UseLinks } from '../parts/UseLinks.tsx';

interface RollBackDialogProps {
  detail: DefinitionDetail;
  version: DefinitionVersion;
  onClose: () => void;
  onDone: (detail: DefinitionDetail) => void;
}

/** Describes what a rollback will do, and performs it. */
export function RollBackDialog({ detail, version, onClose, onDone }: RollBackDialogProps) {
  const notify = useNotify();
  const [nota, setNota] = useState('');
  const command = useCommand();
  const { tipo, chave, versao, versaoPublicada } = detail;
  const confirm = async () => {
    const { data } = await command(definitionRoutes.rollBack, {
      params: { tipo, chave, numero: version.numero },
      body: { versao, nota },
    });
    notify(`Versão ${data.versaoPublicada} publicada com o conteúdo da ${version.numero}.`, {
      type: 'success',
    });
    onDone(data);
  };
  return (
    <ConfirmDialog
      open
      title={`Voltar à versão ${version.numero}?`}
      text={`O conteúdo da versão ${version.numero} será publicado de novo, como versão ${(versaoPublicada ?? 0) + 1}. ${effectText(detail)} A versão ${versaoPublicada ?? 0} continua guardada${detail.temRascunho ? ', e o rascunho em andamento também' : ''}.`}
      confirmLabel="Voltar a esta versão"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <RollBackPlan detail={detail} number={version.numero} />
      <TextField
        label="Nota"
        helperText="Por que se volta atrás; fica na linha do tempo."
        value={nota}
        onChange={(event) => setNota(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        fullWidth
        sx={{ mt: 3 }}
      />
    </ConfirmDialog>
  );
}

/** The definitions that the problems name, each once. */
const namedOnce = (problems: readonly Problem[]) => [
  ...new Map(
    problems.flatMap(({ usos = [] }) => usos.map((use) => [`${use.tipo}/${use.chave}`, use] as const)),
  ).values(),
];

interface RollBackPlanProps {
  detail: DefinitionDetail;
  /** Number of the version to roll back to; absent for the standard file. */
  number?: number;
}

/** What a rollback will change in the current version, in plain sentences, and what prevents it. */
export function RollBackPlan({ detail: { tipo, chave }, number }: RollBackPlanProps) {
  const query = useRoute(
    definitionRoutes.rollBackPlan,
    { params: { tipo, chave }, query: number === undefined ? {} : { numero: number } },
    // Never cached, since the current version may have changed.
    { staleTime: 0, gcTime: 0 },
  );
  return (
    <Answered answer={query} skeleton={<TextSkeleton lines={3} />}>
      {({ mudancas, problemas }) => {
        const against = problemas.filter(({ gravidade }) => gravidade === 'ERRO');
        return (
          <section aria-label="O que muda" style={{ marginTop: 16 }}>
            <Typography component="h3" sx={{ fontWeight: 600, mb: 1 }}>
              O que muda
            </Typography>
            {mudancas.length === 0 && <p style={{ margin: 0 }}>Nada: é o mesmo que já está publicado.</p>}
            <ul style={{ margin: 0, paddingLeft: 20, maxHeight: 240, overflowY: 'auto' }}>
              {mudancas.map(({ ponteiro, frase }) => (
                <li key={`${ponteiro} ${frase}`} style={{ overflowWrap: 'anywhere' }}>
                  {frase}
                </li>
              ))}
            </ul>
            {against.length > 0 && (
              <Alert severity="error" sx={{ mt: 3 }}>
                Ela não poderia ser publicada hoje: {against.map(({ mensagem }) => mensagem).join(' ')}
                <UseLinks uses={namedOnce(against)} />
              </Alert>
            )}
          </section>
        );
      }}
    </Answered>
  );
}
