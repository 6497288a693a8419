import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonChecked from '@mui/icons-material/RadioButtonChecked';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import { styled } from '@mui/material/styles';
import type { Ticket } from '../../../contract/sac/tickets.ts';

type Situation = Ticket['etapas'][number]['situacao'];

/** Word for whoever does not see the icon. */
const WORDS: Record<Situation, string> = {
  FEITA: 'feita',
  ATUAL: 'etapa atual',
  PROXIMA: 'próxima',
  CONDICIONAL: 'conforme o caso',
  FUTURA: 'depois',
};

/** The flow as a small map: done, now, next, conditional. At its end only the way that was taken. */
export function StepMap({ steps }: { steps: Ticket['etapas'] }) {
  const ended = steps.some(({ situacao, terminal }) => situacao === 'ATUAL' && terminal);
  const shown = ended ? steps.filter(({ situacao }) => situacao === 'FEITA' || situacao === 'ATUAL') : steps;
  return (
    <List>
      {shown.map(({ chave, descricao, situacao }) => (
        <li key={chave} data-state={situacao} aria-current={situacao === 'ATUAL' ? 'step' : undefined}>
          <StepIcon situation={situacao} />
          <span>{descricao}</span>
          {situacao !== 'FUTURA' && <small>{WORDS[situacao]}</small>}
        </li>
      ))}
    </List>
  );
}

function StepIcon({ situation }: { situation: Situation }) {
  if (situation === 'FEITA') return <CheckCircle aria-hidden />;
  return situation === 'ATUAL' ? <RadioButtonChecked aria-hidden /> : <RadioButtonUnchecked aria-hidden />;
}

const List = styled('ol')(({ theme: { vars } }) => ({
  listStyle: 'none',
  margin: '0 0 12px',
  padding: 0,
  fontSize: 13,
  '& li': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 28,
    color: vars.palette.components.textoSecundario,
  },
  '& svg': { fontSize: 16, flex: 'none' },
  '& span': { flex: 1, minWidth: 0 },
  '& small': { fontSize: 12 },
  '& li[data-state=FEITA] svg': { color: vars.palette.actions.sucesso.text },
  '& li[data-state=ATUAL]': { color: vars.palette.components.texto, fontWeight: 600 },
  '& li[data-state=ATUAL] svg': { color: vars.palette.actions.primaria.text },
}));
