import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import WarningOutlined from '@mui/icons-material/WarningAmberOutlined';
import Alert from '@mui/material/Alert';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import { type DefinitionDetail, definitionRoutes, type Problem } from '#contract/config/definitions.ts';
import { call } from '#data/call.ts';
import { Button } from '#ui/components/Button.tsx';
import { DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { hasErrors, problemCount } from '../definitionWords.ts';
import { UseLinks } from '../parts/UseLinks.tsx';
import { Comparison } from '../versions/CompareDialog.tsx';
import { contentIn, type Editing } from './useEditing.ts';

interface ConflictAlertProps {
  detail: DefinitionDetail;
  editing: Editing;
}

/** Another user saved meanwhile: the person's own text is kept, and they choose which one to use. */
export function ConflictAlert({ detail, editing }: ConflictAlertProps) {
  const notify = useNotify();
  const [theirs, setTheirs] = useState<DefinitionDetail | null>(null);
  const id = useId();
  const { saving, content } = editing;
  if (saving.state.kind !== 'conflict') return null;
  const load = async (then: (other: DefinitionDetail) => void) => {
    try {
      const params = { tipo: detail.tipo, chave: detail.chave };
      then((await call(definitionRoutes.get, { params })).data);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  const takeTheirs = (other: DefinitionDetail) => {
    setTheirs(null);
    editing.take(other);
  };
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={() => load(setTheirs)}>
          Comparar e escolher
        </Button>
      }
    >
      {saving.conflict}
      {theirs && (
        <DialogFrame open onClose={() => setTheirs(null)} maxWidth="md" fullWidth aria-labelledby={id}>
          <DialogTitle id={id}>O seu texto e o que está gravado</DialogTitle>
          <DialogContent>
            <p style={{ marginTop: 0 }}>
              {theirs.rascunhoAutor
                ? `O que muda do texto que ${theirs.rascunhoAutor.nome} gravou para o seu:`
                : 'O que muda do que está gravado para o seu:'}
            </p>
            <Comparison
              definition={detail}
              com={theirs.rascunho ? 'RASCUNHO' : 'PUBLICADO'}
              before={contentIn(theirs)}
              after={content}
            />
          </DialogContent>
          <DialogActions>
            <Button onClick={() => takeTheirs(theirs)}>Ficar com o gravado</Button>
            <Button
              variant="contained"
              onClick={() => {
                setTheirs(null);
                saving.overwrite();
              }}
            >
              Gravar o meu por cima
            </Button>
          </DialogActions>
        </DialogFrame>
      )}
    </Alert>
  );
}

/** Shown for a copy whose standard definition has changed since, with the differences. */
export function StandardAlert({ detail }: { detail: DefinitionDetail }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!detail.baseMudou || !detail.padrao || !detail.publicado) return null;
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" size="small" onClick={() => setOpen(true)}>
          Ver diferença
        </Button>
      }
    >
      O padrão mudou desde que esta cópia foi feita. A cópia continua valendo como está.
      <DialogFrame open={open} onClose={() => setOpen(false)} maxWidth="md" fullWidth aria-labelledby={id}>
        <DialogTitle id={id}>O padrão de hoje e a sua cópia</DialogTitle>
        <DialogContent>
          <p style={{ marginTop: 0 }}>O que muda do padrão de hoje para a sua cópia publicada:</p>
          <Comparison definition={detail} com="PADRAO" before={detail.padrao} after={detail.publicado} />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Fechar</Button>
        </DialogActions>
      </DialogFrame>
    </Alert>
  );
}

interface ProblemsBarProps {
  problems: readonly Problem[];
  isCurrent: boolean;
  /** Describes a problem's place in the user's terms. */
  placeOf: (problem: Problem) => string;
  onGo: (problem: Problem) => void;
}

/** The number of problems; expands to a list whose rows lead to their places. */
export function ProblemsBar({ problems, isCurrent, placeOf, onGo }: ProblemsBarProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (problems.length === 0)
    return (
      <Bar role="status">
        <span className="line good">
          <CheckCircleOutlined fontSize="small" />
          {isCurrent ? 'Nenhum problema' : 'Conferindo…'}
        </span>
      </Bar>
    );
  return (
    <Bar data-tone={hasErrors(problems) ? 'error' : 'warning'}>
      <span role="status" className="said">
        {problemCount(problems)}
      </span>
      <button
        type="button"
        className="line"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Mark severity={hasErrors(problems) ? 'ERRO' : 'AVISO'} />
        <span>{problemCount(problems)}</span>
        <span className="hint">{open ? 'Recolher' : 'Ver problemas'}</span>
        <ExpandMore fontSize="small" className={open ? 'turned' : undefined} />
      </button>
      <ul id={id} hidden={!open}>
        {problems.map((problem) => (
          <li key={`${problem.ponteiro} ${problem.mensagem}`}>
            <button type="button" onClick={() => onGo(problem)}>
              <Mark severity={problem.gravidade} />
              <span className="text">{problem.mensagem}</span>
              <span className="place">{placeOf(problem)}</span>
            </button>
            {problem.usos && (
              <div className="uses">
                <UseLinks uses={problem.usos} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Bar>
  );
}

const Mark = ({ severity }: { severity: Problem['gravidade'] }) =>
  severity === 'ERRO' ? (
    <ErrorOutlined fontSize="small" titleAccess="Erro" />
  ) : (
    <WarningOutlined fontSize="small" titleAccess="Aviso" />
  );

const Bar = styled('div')(({ theme }) => {
  const { actions, components } = theme.vars.palette;
  return {
    flex: 'none',
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    fontSize: 13,
    overflow: 'hidden',
    '& .line': { display: 'flex', alignItems: 'center', gap: 8, width: '100%', padding: '6px 12px' },
    '& .said': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& .good': { color: actions.sucesso.text },
    '& button': {
      border: 0,
      background: 'none',
      font: 'inherit',
      color: components.texto,
      textAlign: 'left',
      cursor: 'pointer',
      '&:hover': { backgroundColor: components.realce },
      '&:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: -2 },
    },
    '&[data-tone=error] > .line': { backgroundColor: actions.perigo.soft, color: actions.perigo.text },
    '&[data-tone=warning] > .line': { backgroundColor: actions.aviso.soft, color: actions.aviso.text },
    '& .hint': { marginLeft: 'auto' },
    '& .turned': { transform: 'rotate(180deg)' },
    '& ul': { margin: 0, padding: 4, listStyle: 'none', maxHeight: 220, overflowY: 'auto' },
    '& li button': {
      display: 'grid',
      gridTemplateColumns: 'auto 1fr',
      gap: '2px 8px',
      width: '100%',
      padding: '6px 8px',
      borderRadius: 6,
    },
    '& li svg': { gridRow: 'span 2', marginTop: 2, color: actions.perigo.text },
    '& .uses': { padding: '0 8px 6px 36px', marginLeft: -4 },
    '& .text': { overflowWrap: 'anywhere' },
    '& .place': { fontSize: 12, color: components.textoSecundario, overflowWrap: 'anywhere' },
  };
});
