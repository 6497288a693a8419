import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useEffect, useId, useState } from 'react';
import { type DefinitionDetail, definitionRoutes, type Problem } from '#contract/config/definitions.ts';
import type { GivenRights } from '#contract/records/routes/typeRights.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { call } from '#data/call.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useCommand } from '#data/useRoute.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { effectText, hasErrors, problemCount } from '../definitionWords.ts';
import type { Content } from '../editorProps.ts';
import { ChangedExamples, isOfExample } from '../parts/ChangedExamples.tsx';
import { UseLinks } from '../parts/UseLinks.tsx';
import { TypeRightsMatrix } from '../records/TypeRightsMatrix.tsx';
import { useTypeRights } from '../records/useTypeRights.ts';
import { ChangeList } from '../versions/CompareDialog.tsx';
import type { Checked } from './useChecks.ts';
import { jsonText } from './useEditing.ts';

interface PublishDialogProps {
  /** The draft as last saved. */
  detail: DefinitionDetail;
  /** Saves a draft whose examples have been updated to expect the current results. */
  onContent: (content: Content) => Promise<void>;
  onClose: () => void;
  onProblem: (problem: Problem) => void;
  onDone: (detail: DefinitionDetail) => void;
}

/** Shows what will change and what prevents publishing, and takes a note; then the draft becomes the next version. */
export function PublishDialog({ detail, onContent, onClose, onProblem, onDone }: PublishDialogProps) {
  const id = useId();
  const { checked, failure } = useFinalCheck(detail);
  const [nota, setNota] = useState('');
  const [accepted, setAccepted] = useState(false);
  const rights = useTypeRights(detail);
  const { busy, problem, publish } = usePublish(detail, { nota, direitos: rights.chosen }, onDone);
  const withNewResults = newResults[detail.tipo];
  const problems = checked?.problemas ?? [];
  const others = problems.filter((each) => !withNewResults || !isOfExample(each));
  const isOwn =
    detail.exigeSegundaPessoa && detail.rascunhoAutor?.id === currentInitialLoad()?.colaborador.id;
  const obstacle = rights.value?.impedimento;
  const blocked =
    !checked ||
    rights.isLoading ||
    hasErrors(problems) ||
    isOwn ||
    Boolean(obstacle) ||
    (others.length > 0 && !accepted);
  const next = (detail.versaoPublicada ?? 0) + 1;

  return (
    <DialogFrame open onClose={busy ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>
        Publicar “{detail.titulo || detail.chave}” como versão {next}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
        {isOwn && (
          <Alert severity="info">
            Outra pessoa precisa publicar o que você mudou. Peça a quem também tem a permissão
            CONFIGURACAO_PUBLICAR: o rascunho fica guardado.
          </Alert>
        )}
        {obstacle && <Alert severity="info">{obstacle} O rascunho fica guardado.</Alert>}
        {withNewResults && detail.rascunho && (
          <ChangedExamples
            content={detail.rascunho}
            onChange={onContent}
            withNewResults={withNewResults}
            problems={problems}
            readOnly={false}
          />
        )}
        {others.length > 0 && (
          <Problems problems={others} accepted={accepted} onAccept={setAccepted} onProblem={onProblem} />
        )}
        <section>
          <Typography component="h3" sx={{ fontWeight: 600, mb: 1 }}>
            O que muda
          </Typography>
          {checked ? (
            <ChangeList
              changes={checked.mudancas}
              before={detail.publicado}
              after={detail.rascunho}
              empty="O rascunho diz o mesmo que já está publicado."
            />
          ) : (
            !failure && <TextSkeleton lines={3} />
          )}
        </section>
        {detail.tipo === 'records' && detail.rascunho && (
          <section>
            <Typography component="h3" sx={{ fontWeight: 600, mb: 1 }}>
              Quem verá
            </Typography>
            {rights.value ? (
              <TypeRightsMatrix
                definition={contentOf('records', detail.rascunho)}
                rights={rights.value}
                onChange={rights.put}
              />
            ) : (
              !rights.failure && <TextSkeleton lines={5} />
            )}
          </section>
        )}
        {(detail.tipo === 'flows' || detail.tipo === 'rules') && (
          <p style={{ margin: 0 }}>{effectText(detail)}</p>
        )}
        <TextField
          label="Nota"
          placeholder="Para que serve esta mudança"
          helperText="Fica na linha do tempo das versões."
          value={nota}
          onChange={(event) => setNota(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
          fullWidth
        />
        {(problem || failure || rights.failure) && (
          <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
            {problem || failure || rights.failure}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <CloseButton disabled={busy}>Cancelar</CloseButton>
        <Button variant="contained" onClick={publish} loading={busy} disabled={blocked}>
          Publicar versão {next}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

interface ProblemsProps {
  problems: readonly Problem[];
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
  onProblem: (problem: Problem) => void;
}

function Problems({ problems, accepted, onAccept, onProblem }: ProblemsProps) {
  const stops = hasErrors(problems);
  return (
    <Alert severity={stops ? 'error' : 'warning'}>
      {stops ? `Corrija antes de publicar: ${problemCount(problems)}.` : `Há ${problemCount(problems)}.`}
      <ul style={{ margin: '4px 0', paddingLeft: 18 }}>
        {problems.slice(0, 8).map((each) => (
          <li key={`${each.ponteiro} ${each.mensagem}`}>
            {each.mensagem}{' '}
            <Button
              size="small"
              color="inherit"
              onClick={() => onProblem(each)}
              sx={{ py: 0, minHeight: 24 }}
            >
              Ir ao lugar
            </Button>
            <UseLinks uses={each.usos} />
          </li>
        ))}
        {problems.length > 8 && <li>e mais {problems.length - 8}</li>}
      </ul>
      {!stops && (
        <FormControlLabel
          control={<Checkbox checked={accepted} onChange={(_event, next) => onAccept(next)} />}
          label="Li os avisos e quero publicar assim"
        />
      )}
    </Alert>
  );
}

/** Validates the draft stored on the server one more time. */
function useFinalCheck({ tipo, chave, rascunho }: DefinitionDetail) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    const abort = new AbortController();
    const body = { chave, texto: jsonText(rascunho), testar: true };
    call(definitionRoutes.check, { params: { tipo }, body }, { signal: abort.signal })
      .then(setChecked)
      .catch((error: unknown) => !abort.signal.aborted && setFailure(errorText(error)));
    return () => abort.abort();
  }, [tipo, chave, rascunho]);
  return { checked, failure };
}

function usePublish(
  detail: DefinitionDetail,
  { nota, direitos }: { nota: string; direitos: GivenRights[] | undefined },
  onDone: (detail: DefinitionDetail) => void,
) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const command = useCommand();
  const { tipo, chave, versao } = detail;
  const publish = async () => {
    setBusy(true);
    setProblem('');
    try {
      const input = { params: { tipo, chave }, body: { versao, nota, ...(direitos && { direitos }) } };
      const { data } = await command(definitionRoutes.publish, input);
      notify(`Versão ${data.versaoPublicada} publicada. Já vale para todos.`, { type: 'success' });
      onDone(data);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, publish };
}

type NewResults = (content: Content) => Promise<Content>;

/** For each kind that is tested by examples before publishing: updates the examples to expect the current results. */
const newResults: Partial<Record<DefinitionKind, NewResults>> = {
  fields: async (content) => (await import('../fields/fieldsResults.ts')).withNewResults(content),
  registration: async (content) => (await import('../registration/stepEdits.ts')).withNewResults(content),
  records: async (content) => (await import('../records/typeEdits.ts')).withNewResults(content),
  reports: async (content) => (await import('../reports/reportEdits.ts')).withNewResults(content),
};
